/// A record type of a store.
///
/// A store may keep the value itself or its encoded form. Decoding an encoded record must therefore give an equal
/// record.
public protocol StoreRecord: Codable, Sendable {
    /// The name of the table, unique to the type.
    static var table: String { get }

    /// The version of the encoded form.
    ///
    /// Increase it by one with each change after which `init(from:)` cannot read the earlier form. From then on
    /// ``init(from:schema:)`` reads all forms that were ever released.
    static var schema: Int { get }

    /// Decodes a record that was written with a lower ``schema``.
    ///
    /// The next put writes the record in the current form.
    ///
    /// ```swift
    /// init(from decoder: any Decoder, schema: Int) throws {
    ///     let before = try FirstBook(from: decoder)  // the type as it was
    ///     self.init(key: before.key, shelves: [before.shelf])
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - decoder: contains the record in the earlier form.
    ///   - schema: the version of that form.
    /// - Throws: An error if the record cannot be decoded.
    init(from decoder: any Decoder, schema: Int) throws

    /// The key, unique in the table. A write fails if the key is not valid by ``KeyRule``.
    var key: String { get }

    /// Whether the backend treats an unreadable record as not found, so that requests of other people succeed. Return
    /// `false` if a request must fail without the record.
    ///
    /// Stores ignore this property and throw. The backend applies it in a decorator of its store.
    static var treatsUnreadableAsMissing: Bool { get }

    /// The index entries by which queries find the record. An index may have one entry for each of several groups, such
    /// as the record's tags.
    ///
    /// Each group of an index has at most one entry of the record. Stores do not check this, and list a record with two
    /// ranks in one group twice.
    var indexEntries: [IndexEntry] { get }
}

extension StoreRecord {
    /// `false`: requests that need an unreadable record fail.
    public static var treatsUnreadableAsMissing: Bool { false }

    /// The first schema, 1.
    public static var schema: Int { 1 }

    /// Calls `init(from:)`, for a type that decodes all of its earlier forms.
    public init(from decoder: any Decoder, schema: Int) throws {
        try self.init(from: decoder)
    }
}

/// A record that can have a blob, such as a photo.
///
/// A store keeps blobs apart from records and unchanged, and listing records does not load blobs. A blob is deleted
/// together with its record.
public protocol BlobRecord: StoreRecord {}

/// The name of a record that its type cannot decode, for example because of a disk fault or a write by another version.
public struct UnreadableRecord: Hashable, Sendable {
    /// The table of the record.
    public let table: String
    /// The key of the record in the table.
    public let key: String

    /// Creates the name of a record.
    public init(table: String, key: String) {
        (self.table, self.key) = (table, key)
    }
}
