public import Foundation
public import OrbitStore

/// The maximum number of times that something may be done by, to or from one subject.
///
/// The subject is `"id"` or `"id>id"`, with the ids of the people that it is about. An erasure finds the counted times
/// by these ids, so it leaves the times of any other subject until they expire.
public struct RateLimit: Sendable {
    /// At most `count` times in any `window` of seconds.
    public struct Tier: Sendable {
        package let count: Int
        package let window: TimeInterval

        /// Creates a limit of a number of times in any window of seconds.
        public init(count: Int, window: TimeInterval) {
            (self.count, self.window) = (count, window)
        }

        /// The times of the window that ends now.
        package func recent(_ times: [Date], at now: Date) -> [Date] {
            times.filter { now.timeIntervalSince($0) < window }
        }
    }

    /// Names the limit in the store.
    package let name: String
    /// All of them hold.
    package let tiers: [Tier]

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - name: The name of the limit in the store, without `/`. The ``Feature`` names it among its limits. No two
    ///     features share a name, so a feature begins the names of its limits with its own name.
    ///   - tiers: All of them apply.
    public init(name: String, tiers: [Tier]) {
        (self.name, self.tiers) = (name, tiers)
    }

    /// Whole seconds until the subject may do it again; `nil` if it may now.
    public func wait(for subject: String, in reader: any StoreReader, now: Date) throws -> Int? {
        let times = try times(of: subject, in: reader, now: now)
        let waits = tiers.compactMap { tier -> Int? in
            let recent = tier.recent(times, at: now)
            guard recent.count >= tier.count else { return nil }
            // Room comes when only `count - 1` of the recent ones are left in the window.
            guard let blocking = recent.dropLast(max(0, tier.count - 1)).last else { return Int(tier.window) }
            return max(1, Int((blocking.timeIntervalSince(now) + tier.window).rounded(.up)))
        }
        return waits.max()
    }

    /// How many more times the subject may do it now.
    package func room(for subject: String, in reader: any StoreReader, now: Date) throws -> Int {
        let times = try times(of: subject, in: reader, now: now)
        let rooms = tiers.map { tier in tier.count - times.count { now.timeIntervalSince($0) < tier.window } }
        return max(0, rooms.min() ?? .max)
    }

    /// Counts one more, or several at once.
    package func record(_ subject: String, times count: Int = 1, in transaction: any StoreTransaction, now: Date) throws
    {
        let longest = tiers.map(\.window).max() ?? 0
        let times = try times(of: subject, in: transaction, now: now).filter { now.timeIntervalSince($0) < longest }
        try transaction.put(
            UsageRecord(
                key: key(subject), times: times + Array(repeating: now, count: count),
                expiresAt: now.addingTimeInterval(longest)))
    }

    /// Counts one more, if the subject may do it now.
    ///
    /// - Parameter message: what a subject that may not is told.
    /// - Throws: ``HTTPProblem`` with the time to wait.
    public func admit(_ subject: String, in transaction: any StoreTransaction, now: Date, message: String) throws {
        try Self.admit([(self, subject)], in: transaction, now: now, message: message)
    }

    /// Takes back one use of an instant, such as of a request whose effect is undone.
    package func withdraw(_ subject: String, in transaction: any StoreTransaction, at date: Date) throws {
        guard let usage = try transaction.get(UsageRecord.self, key(subject)),
            // Stored dates may be rounded to milliseconds.
            let place = usage.times.lastIndex(where: { abs($0.timeIntervalSince(date)) < 0.001 })
        else { return }
        var times = usage.times
        times.remove(at: place)
        try transaction.put(UsageRecord(key: usage.key, times: times, expiresAt: usage.expiresAt))
    }

    /// Counts one more, if the subject may do it now.
    public func isAdmitted(_ subject: String, in transaction: any StoreTransaction, now: Date) throws -> Bool {
        guard try wait(for: subject, in: transaction, now: now) == nil else { return false }
        try record(subject, in: transaction, now: now)
        return true
    }

    /// Counts one more by each of several limits, if all admit it; else the longest time is to be waited.
    package static func admit(
        _ limits: [(limit: RateLimit, subject: String)], in transaction: any StoreTransaction, now: Date,
        message: String
    ) throws {
        let waits = try waits(for: limits, in: transaction, now: now)
        if let problem = refusal(of: waits, message) { throw problem }
        for (limit, subject) in limits { try limit.record(subject, in: transaction, now: now) }
    }

    /// The seconds to wait by each of several limits that admits no more now.
    package static func waits(
        for limits: [(limit: RateLimit, subject: String)], in reader: any StoreReader, now: Date
    ) throws -> [(limit: String, seconds: Int)] {
        try limits.compactMap { limit, subject in
            try limit.wait(for: subject, in: reader, now: now).map { (limit: limit.name, seconds: $0) }
        }
    }

    /// The problem that states the longest of the waits; `nil` if there is none.
    package static func refusal(of waits: [(limit: String, seconds: Int)], _ message: String) -> HTTPProblem? {
        if let longest = waits.max(by: { $0.seconds < $1.seconds }) {
            var problem = HTTPProblem.rateLimited(wait: longest.seconds, message)
            problem.event = .limitHit(longest.limit)
            return problem
        }
        return nil
    }

    /// Oldest first. A time that a clock set back has left in the future counts as now.
    package func times(of subject: String, in reader: any StoreReader, now: Date) throws -> [Date] {
        try reader.get(UsageRecord.self, key(subject))?.times.map { min($0, now) } ?? []
    }

    private func key(_ subject: String) -> String { "\(name)/\(subject)" }
}

/// When something limited was done lately.
package struct UsageRecord: ExpiringRecord {
    package static let table = "usage"
    /// The person, or the first of two of them, and the second. A key may name an object of a third kind after them.
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
