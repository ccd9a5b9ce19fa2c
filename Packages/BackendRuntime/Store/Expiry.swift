package import Foundation
package import OrbitStore

/// A record that means nothing any more after some time.
package protocol ExpiringRecord: BackendRecord {
    var expiresAt: Date { get }
}

extension ExpiringRecord {
    /// Where ``Sweep`` finds it.
    package var expiryEntry: IndexEntry { IndexEntry(Sweep.index, rank: expiresAt.milliseconds) }
}

extension Date {
    /// Milliseconds since 1970, for ranks; dates beyond what fits are taken to the nearest that does.
    package var milliseconds: Int64 {
        let value = (timeIntervalSince1970 * 1_000).rounded(.down)
        return Int64(exactly: value) ?? (value < 0 ? .min : .max)
    }
}
