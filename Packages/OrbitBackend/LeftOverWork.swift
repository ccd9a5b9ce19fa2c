import Foundation

/// Work that is too much for one transaction: such as telling many people the same. Its records are written with what it
/// comes from. The request that wrote them does it, a part in each transaction, once it is committed; if it is
/// interrupted, later requests go on from where it ended.
struct LeftOverWork: Sendable {
    /// The most transactions that one request does beside its own.
    static let mostParts = 25

    let isPending: @Sendable (any StoreReader) throws -> Bool
    /// Does the next part, and says whether there was one.
    let doSome: @Sendable (Context, LogTransaction) throws -> Bool

    static func isPending(in reader: any StoreReader) throws -> Bool {
        try Feature.all.contains { try $0.leftOver?.isPending(reader) ?? false }
    }
}
