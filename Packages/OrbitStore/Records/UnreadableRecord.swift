/// A record that is not what its type reads, such as after a fault of a disk, or written by another version.
public struct UnreadableRecord: Hashable, Sendable {
    /// Its table.
    public let table: String
    /// Its key in the table.
    public let key: String

    /// Names a record.
    public init(table: String, key: String) {
        (self.table, self.key) = (table, key)
    }
}
