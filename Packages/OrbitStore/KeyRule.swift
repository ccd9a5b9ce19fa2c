/// The rule for keys, indexes and groups, which a store uses to find records.
///
/// A name is a key, an index or a group. A valid name has no ASCII control character, and is not too long. It can
/// contain any other character of Unicode. In `OrbitBackend` names are printable ASCII, except for an identifier that a
/// caller made up, such as in a report about an unknown person.
///
/// Names sort by their UTF-8 bytes, so printable ASCII sorts in ASCII order. Databases also compare names by their
/// bytes. A store that compares Swift strings, such as ``MemoryStore``, compares the normalized form NFC. A composed
/// and a decomposed "é" are one name there, and two names in a database. Do not rely on either result.
///
/// Databases differ in control characters and long texts:
/// - PostgreSQL cannot store U+0000.
/// - SQLite's bindings end a text at U+0000.
/// - A B-tree index of PostgreSQL takes rows of at most 2,704 bytes.
///
/// So every store rejects the same texts. A read finds no record, and a write throws
/// ``StoreError/unwritableRecord(table:)``.
///
/// ```swift
/// func get<Record: StoreRecord>(_ type: Record.Type, _ key: String) throws -> Record? {
///     guard KeyRule.isValid(key) else { return nil }
///     return try rows[key].map { try coding.decode(type, from: $0.body, schema: $0.schema) }
/// }
/// ```
public enum KeyRule {
    /// The maximum size in bytes of a key, and of an index, a group and a key together.
    public static let maxBytes = 2_048

    /// Whether the text has no ASCII control character and at most ``maxBytes`` bytes.
    public static func isValid(_ text: String) -> Bool {
        text.utf8.count <= maxBytes && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }

    /// Returns the inclusive lower bound of the keys after a key, for a database that compares bytes.
    ///
    /// - Parameter key: a valid key; `nil` for the start of all keys.
    public static func start(after key: String?) -> String {
        // Keys have no control characters, so no key sorts between these two texts.
        key.map { $0 + "\u{1}" } ?? ""
    }
}

extension IndexQuery {
    /// Whether a store can contain entries that match the query. A store lists no records for other queries.
    public var isValid: Bool {
        KeyRule.isValid(index) && KeyRule.isValid(group) && after.map { KeyRule.isValid($0.key) } ?? true
    }
}

extension StoreRecord {
    /// Returns the record's index entries.
    ///
    /// - Throws: ``StoreError/unwritableRecord(table:)`` if the key or an entry is not valid by ``KeyRule``.
    public func checkedEntries() throws(StoreError) -> [IndexEntry] {
        let (key, entries) = (key, indexEntries)
        let isWritable =
            KeyRule.isValid(key)
            && entries.allSatisfy { entry in
                KeyRule.isValid(entry.index) && KeyRule.isValid(entry.group)
                    && entry.index.utf8.count + entry.group.utf8.count + key.utf8.count <= KeyRule.maxBytes
            }
        guard isWritable else { throw .unwritableRecord(table: Self.table) }
        return entries
    }
}
