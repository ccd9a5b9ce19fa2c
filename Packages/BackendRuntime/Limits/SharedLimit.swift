package import Foundation
package import OrbitStore

/// A limit on one subject that several origins share. A few origins cannot use up the whole limit.
///
/// An origin gets another use only while the number of free uses exceeds ``reserve`` times the number of its own uses.
/// Packet switches divide a buffer by the same rule ("dynamic thresholds", Choudhury and Hahne 1998). A single origin
/// gets a third of the limit, and each further origin gets a third of the rest.
package struct SharedLimit: Sendable {
    package static let reserve = 2

    /// The name of the limit in the store.
    package let name: String
    /// The name in the store under which the uses of each origin are counted.
    package var nameOfOrigins: String { "\(name)-and-origin" }
    /// The minimum number of seconds between two uses by one origin.
    package let spacing: TimeInterval
    /// The tiers. All of them apply.
    package let tiers: [RateLimit.Tier]

    package init(name: String, spacing: TimeInterval, tiers: [RateLimit.Tier]) {
        (self.name, self.spacing, self.tiers) = (name, spacing, tiers)
    }

    /// Returns the whole seconds until an origin may use the subject again; `nil` if it may use the subject now.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - origin: The origin.
    ///   - reader: A snapshot of the store.
    ///   - now: The current instant.
    package func wait(for subject: String, from origin: String, in reader: any StoreReader, now: Date) throws -> Int? {
        let all = try uses.times(of: subject, in: reader, now: now)
        let own = try usesOfOrigins.times(of: "\(subject) \(origin)", in: reader, now: now)
        let pause = own.last.map { Int((spacing - now.timeIntervalSince($0)).rounded(.up)) } ?? 0
        let waits = tiers.compactMap { Self.wait(in: $0, all: all, own: own, now: now) }
        return (waits + [pause].filter { $0 > 0 }).max()
    }

    /// Returns the number of uses of a subject by one origin within the shortest window.
    package func recentUses(of subject: String, from origin: String, in reader: any StoreReader, now: Date) throws
        -> Int
    {
        let own = try usesOfOrigins.times(of: "\(subject) \(origin)", in: reader, now: now)
        return tiers.min { $0.window < $1.window }?.recent(own, at: now).count ?? own.count
    }

    package func record(_ subject: String, from origin: String, in transaction: any StoreTransaction, now: Date) throws
    {
        try uses.record(subject, in: transaction, now: now)
        try usesOfOrigins.record("\(subject) \(origin)", in: transaction, now: now)
    }

    package func withdraw(_ subject: String, from origin: String, in transaction: any StoreTransaction, at date: Date)
        throws
    {
        try uses.withdraw(subject, in: transaction, at: date)
        try usesOfOrigins.withdraw("\(subject) \(origin)", in: transaction, at: date)
    }

    private var uses: RateLimit { RateLimit(name: name, tiers: tiers) }
    private var usesOfOrigins: RateLimit { RateLimit(name: nameOfOrigins, tiers: tiers) }

    private static func wait(in tier: RateLimit.Tier, all: [Date], own: [Date], now: Date) -> Int? {
        func admits(at date: Date) -> Bool {
            let (used, usedByOrigin) = (tier.recent(all, at: date), tier.recent(own, at: date))
            return tier.count - used.count > reserve * usedByOrigin.count
        }
        if admits(at: now) { return nil }
        // Uses leave the window one after another.
        let ends = (all + own).map { $0.addingTimeInterval(tier.window) }.filter { $0 > now }.sorted()
        let seconds = ends.first(where: admits)?.timeIntervalSince(now) ?? tier.window
        return max(1, Int(seconds.rounded(.up)))
    }
}
