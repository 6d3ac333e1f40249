package io.recount.cli.load;

/** A load was asked to end and did, behind a batch; the message says where the next one goes on. */
public final class LoadStoppedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    LoadStoppedException(LoadFile file, Loaded done) {
        super("%s: stopped behind line %,d. Next: load it again, which goes on there"
                .formatted(file.name(), done.lines()));
    }
}
