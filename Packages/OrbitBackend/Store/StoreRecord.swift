/// One kind of thing that a store keeps.
///
/// A store may keep the value itself or its encoded form: decoding what was encoded gives an equal record.
public protocol StoreRecord: Codable, Sendable {
    /// Names the table. No two types share one.
    static var table: String { get }

    /// Unique in the table; ASCII.
    var key: String { get }

    /// How the record is found other than by its key. No two entries are in the same index.
    var indexEntries: [IndexEntry] { get }
}
