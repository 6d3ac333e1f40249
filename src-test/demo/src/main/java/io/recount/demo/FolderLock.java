package io.recount.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Lets one run at a time have a folder; ends with the process at the latest. The file is beside the folder. */
final class FolderLock implements AutoCloseable {

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    static FolderLock of(Path folder) {
        Path file = folder.resolveSibling(folder.getFileName() + ".lock");
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            if (locked(channel) == null) {
                channel.close();
                throw new DemoFailure(
                        "Another demo is running in " + folder + ". Wait for it, or stop it with Ctrl-C.");
            }
            return new FolderLock(channel);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't lock " + file, e);
        }
    }

    private static @Nullable FileLock locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Can't release a lock", e);
        }
    }
}
