package io.recount.clickhouse.check;

/**
 * Something on the server that is not as it should be.
 *
 * @param place what is different: {@code table cells, column m_val}
 * @param is what is there
 * @param should what should be there
 * @param mend the statement that mends it, or where there is none, what to do
 */
public record Difference(String place, String is, String should, String mend) {

    /** The same difference, with the server that has it. */
    public Difference on(String server) {
        return new Difference(server + ", " + place, is, should, mend);
    }

    /** One line. */
    @Override
    public String toString() {
        return place + ": is " + is + ", should be " + should + ". Mend: " + mend;
    }
}
