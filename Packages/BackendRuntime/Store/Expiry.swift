public import Foundation
public import OrbitStore

/// A record that means nothing any more after some time.
public protocol ExpiringRecord: BackendRecord {
    /// When it means nothing any more.
    var expiresAt: Date { get }
}

extension ExpiringRecord {
    /// Where `Sweep` finds it.
    public var expiryEntry: IndexEntry { IndexEntry(Sweep.index, rank: expiresAt.milliseconds) }
}

extension Date {
    /// Milliseconds since 1970, for ranks; dates beyond what fits are taken to the nearest that does. The lists of
    /// clients order by the same number, so pages and events agree on the place of an element.
    public var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded(.down)
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }
}
