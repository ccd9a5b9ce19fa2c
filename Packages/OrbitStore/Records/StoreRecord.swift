/// One kind of thing that a store keeps.
///
/// A store may keep the value itself or its encoded form: decoding what was encoded gives an equal record.
public protocol StoreRecord: Codable, Sendable {
    /// Names the table. No two types share one.
    static var table: String { get }

    /// The number of the form in which the type is encoded. It grows by one with each change by which `init(from:)` could
    /// not read what was written before; ``init(from:schema:)`` then reads all forms that were ever released.
    static var schema: Int { get }

    /// Reads what was written with a lower ``schema`` number. What it gives is written in today's form when it is put the
    /// next time.
    ///
    /// ```swift
    /// init(from decoder: any Decoder, schema: Int) throws {
    ///     let before = try FirstBook(from: decoder)  // the type as it was
    ///     self.init(key: before.key, shelves: [before.shelf])
    /// }
    /// ```
    init(from decoder: any Decoder, schema: Int) throws

    /// Unique in the table; printable ASCII.
    var key: String { get }

    /// Whether a record that cannot be read is as good as none, where another person's request needs it. Where it would be
    /// wrong to go on without it, the request fails.
    static var isAbsentIfUnreadable: Bool { get }

    /// How the record is found other than by its key. In one index it may stand in several groups, such as of its tags, but
    /// once in each.
    var indexEntries: [IndexEntry] { get }
}

extension StoreRecord {
    /// Requests that need the record fail.
    public static var isAbsentIfUnreadable: Bool { false }

    /// The first.
    public static var schema: Int { 1 }

    /// As any: for a type that reads all it ever wrote.
    public init(from decoder: any Decoder, schema: Int) throws {
        try self.init(from: decoder)
    }
}

/// A record beside which bytes may stand that are read by themselves, such as a photo. A store keeps them apart from its
/// records, as they are: listing the records does not load them. They go with the record.
public protocol BlobRecord: StoreRecord {}

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
