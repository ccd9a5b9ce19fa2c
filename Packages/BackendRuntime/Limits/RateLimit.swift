public import Foundation
public import OrbitStore

/// The maximum number of times that a subject may perform an action, or that others may perform it on the subject.
///
/// The subject is `"id"` or `"id>id"`, with the ids of the people involved. An erasure finds the counted uses by these
/// ids. Uses of any other subject are stored until they expire, so no other subject may name a person.
///
/// The uses of all limits are stored in one table, which the features of `OrbitBackend` declare. An added feature only
/// names its limits.
public struct RateLimit: Sendable {
    /// A limit of `count` uses in any `window` of seconds.
    public struct Tier: Sendable {
        package let count: Int
        package let window: TimeInterval

        /// Creates a limit of a number of uses in any window of seconds.
        public init(count: Int, window: TimeInterval) {
            (self.count, self.window) = (count, window)
        }

        /// Returns the instants of the uses in the window that ends now.
        package func recent(_ times: [Date], at now: Date) -> [Date] {
            times.filter { now.timeIntervalSince($0) < window }
        }
    }

    /// The name of the limit in the store.
    public let name: String
    /// The tiers. All of them apply.
    package let tiers: [Tier]

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - name: The name of the limit in the store, without `/`. The ``Feature`` names it among its limits. No two
    ///     features share a name, so start the name with that of the feature.
    ///   - tiers: The tiers. All of them apply.
    public init(name: String, tiers: [Tier]) {
        (self.name, self.tiers) = (name, tiers)
    }

    /// Returns the whole seconds until the subject may act again; `nil` if it may act now.
    ///
    /// - Parameters:
    ///   - subject: The subject, in the form that ``RateLimit`` describes.
    ///   - reader: A snapshot of the store.
    ///   - now: The current instant.
    public func wait(for subject: String, in reader: any StoreReader, now: Date) throws -> Int? {
        let times = try times(of: subject, in: reader, now: now)
        let waits = tiers.compactMap { tier -> Int? in
            let recent = tier.recent(times, at: now)
            guard recent.count >= tier.count else { return nil }
            // The subject may act again when only `count - 1` of the recent times are left in the window.
            guard let blocking = recent.dropLast(max(0, tier.count - 1)).last else { return Int(tier.window) }
            return max(1, Int((blocking.timeIntervalSince(now) + tier.window).rounded(.up)))
        }
        return waits.max()
    }

    /// Returns the number of times that the subject may still act now.
    package func room(for subject: String, in reader: any StoreReader, now: Date) throws -> Int {
        let times = try times(of: subject, in: reader, now: now)
        let rooms = tiers.map { tier in tier.count - times.count { now.timeIntervalSince($0) < tier.window } }
        return max(0, rooms.min() ?? .max)
    }

    /// Counts one use of the subject, or several at once, even beyond the limit.
    ///
    /// - Parameters:
    ///   - subject: The subject, in the form that ``RateLimit`` describes.
    ///   - count: The number of uses.
    ///   - transaction: The transaction in which the uses are counted.
    ///   - now: The current instant.
    package func record(_ subject: String, times count: Int = 1, in transaction: any StoreTransaction, now: Date) throws
    {
        let window = longestWindow
        let recent = try times(of: subject, in: transaction, now: now).filter { now.timeIntervalSince($0) < window }
        let last = max(recent.last ?? now, now)
        try transaction.put(
            UsageRecord(
                key: key(subject), times: recent + Array(repeating: now, count: count),
                expiresAt: last.addingTimeInterval(window)))
    }

    /// Counts one use of the subject, if the limit allows it.
    ///
    /// - Parameters:
    ///   - subject: The subject, in the form that ``RateLimit`` describes.
    ///   - transaction: The transaction in which the use is counted.
    ///   - now: The current instant.
    ///   - message: The sentence for people in the refusal, in English.
    /// - Throws: ``HTTPProblem`` with the time to wait.
    public func admit(_ subject: String, in transaction: any StoreTransaction, now: Date, message: String) throws {
        try Self.admit([(self, subject)], in: transaction, now: now, message: message)
    }

    /// Removes one use at an instant, for example after the effect of its request is undone.
    package func withdraw(_ subject: String, in transaction: any StoreTransaction, at date: Date) throws {
        guard let usage = try transaction.get(UsageRecord.self, key(subject)),
            // Stored dates may be rounded to milliseconds.
            let place = usage.times.lastIndex(where: { abs($0.timeIntervalSince(date)) < 0.001 })
        else { return }
        var times = usage.times
        times.remove(at: place)
        try transaction.put(UsageRecord(key: usage.key, times: times, expiresAt: usage.expiresAt))
    }

    /// Counts one use of the subject, if the limit allows it.
    ///
    /// - Parameters:
    ///   - subject: The subject, in the form that ``RateLimit`` describes.
    ///   - transaction: The transaction in which the use is counted.
    ///   - now: The current instant.
    /// - Returns: Whether the use was allowed.
    public func isAdmitted(_ subject: String, in transaction: any StoreTransaction, now: Date) throws -> Bool {
        guard try wait(for: subject, in: transaction, now: now) == nil else { return false }
        try record(subject, in: transaction, now: now)
        return true
    }

    /// Counts one use of each of several limits, if all of them allow it.
    ///
    /// - Throws: ``HTTPProblem`` with the longest of the times to wait.
    package static func admit(
        _ limits: [(limit: RateLimit, subject: String)], in transaction: any StoreTransaction, now: Date,
        message: String
    ) throws {
        let waits = try waits(for: limits, in: transaction, now: now)
        if let problem = refusal(of: waits, message) { throw problem }
        for (limit, subject) in limits { try limit.record(subject, in: transaction, now: now) }
    }

    /// Returns the limits that allow no further use now, with the seconds to wait.
    package static func waits(
        for limits: [(limit: RateLimit, subject: String)], in reader: any StoreReader, now: Date
    ) throws -> [(limit: String, seconds: Int)] {
        try limits.compactMap { limit, subject in
            try limit.wait(for: subject, in: reader, now: now).map { (limit: limit.name, seconds: $0) }
        }
    }

    /// Returns the problem with the longest of the times to wait; `nil` if there are no waits.
    package static func refusal(of waits: [(limit: String, seconds: Int)], _ message: String) -> HTTPProblem? {
        if let longest = waits.max(by: { $0.seconds < $1.seconds }) {
            var problem = HTTPProblem.rateLimited(wait: longest.seconds, message)
            problem.event = .limitHit(longest.limit)
            return problem
        }
        return nil
    }

    /// Returns the instants of the uses of a subject, the oldest first.
    ///
    /// The store contains instants in the future if the clock was set back, or if the clock of another server is ahead.
    /// They count until the end of their windows, so that the wait that a response has stated remains correct. An
    /// instant that is further in the future than the length of the longest window does not count. If it counted, the
    /// subject would be refused until that date because a clock once ran ahead.
    package func times(of subject: String, in reader: any StoreReader, now: Date) throws -> [Date] {
        let (times, window) = (try reader.get(UsageRecord.self, key(subject))?.times ?? [], longestWindow)
        return times.filter { $0.timeIntervalSince(now) < window }.sorted()
    }

    private var longestWindow: TimeInterval { tiers.map(\.window).max() ?? 0 }

    private func key(_ subject: String) -> String { "\(name)/\(subject)" }
}

/// The recent uses of a limit by one subject.
package struct UsageRecord: ExpiringRecord {
    package static let table = "usage"
    /// The records by the first person of the subject; ``byObject`` has them by the second. A key may name a further
    /// object after the two people.
    private static let bySubject = "subject"
    private static let byObject = "object"
    package static var personalData: PersonalData<Self> {
        .init(.group(of: Self.bySubject), .group(of: Self.byObject))
    }

    package let key: String
    package let times: [Date]
    package let expiresAt: Date

    /// The name of the limit.
    package var limit: String { String(key.prefix { $0 != "/" }) }

    package var indexEntries: [IndexEntry] {
        let parties = key.drop { $0 != "/" }.dropFirst().split(separator: ">").map(String.init)
        return [expiryEntry] + zip([Self.bySubject, Self.byObject], parties).map { IndexEntry($0, group: $1) }
    }
}
