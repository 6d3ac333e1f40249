package io.recount.local.clickhouse;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import org.jspecify.annotations.Nullable;

/** The functions of libchdb's C interface that the server calls; {@code long} stands for {@code size_t}. */
interface LibChdb extends Library {

    void chdb_set_signal_handlers_enabled(int enabled);

    @Nullable
    Pointer chdb_connect(int argc, StringArray argv);

    void chdb_close_conn(Pointer connectionHolder);

    int chdb_shutdown();

    @Nullable
    Pointer chdb_query_with_params_n(
            Pointer connection,
            byte[] query,
            long queryLength,
            byte[] format,
            long formatLength,
            Pointer[] names,
            long[] nameLengths,
            Pointer[] values,
            long[] valueLengths,
            long count);

    void chdb_destroy_query_result(Pointer result);

    @Nullable
    String chdb_result_error(Pointer result);

    @Nullable
    Pointer chdb_result_buffer(Pointer result);

    long chdb_result_length(Pointer result);

    double chdb_result_elapsed(Pointer result);

    long chdb_result_rows_read(Pointer result);

    long chdb_result_storage_rows_read(Pointer result);

    long chdb_result_storage_bytes_read(Pointer result);

    long chdb_result_rows_written(Pointer result);

    long chdb_result_bytes_written(Pointer result);

    Pointer chdb_stream_insert_with_params_n(
            Pointer connection,
            byte[] statement,
            long statementLength,
            byte[] format,
            long formatLength,
            Pointer[] names,
            long[] nameLengths,
            Pointer[] values,
            long[] valueLengths,
            long count);

    int chdb_stream_append(Pointer stream, Pointer data, long length);

    @Nullable
    Pointer chdb_stream_done(Pointer stream);

    void chdb_stream_cancel_insert(Pointer stream);

    @Nullable
    String chdb_stream_insert_error(Pointer stream);

    void chdb_destroy_insert_stream(Pointer stream);
}
