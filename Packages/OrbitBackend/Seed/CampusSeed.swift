public import Foundation
public import OrbitModels
public import TimeAndChance
public import Validation

/// A made-up campus full of people: the same seed on the same day gives the same people.
///
/// ```swift
/// let store = MemoryStore()
/// let people = try await CampusSeed(people: 24, seed: 7).plant(in: store, time: SystemClock())
/// people[0].email  // in a demonstration, any code request to it is answered with 123456
/// ```
public struct CampusSeed: Sendable {
    public static let university = University(
        name: "Orbit State University", country: "United States", alphaTwoCode: "US", domains: ["orbit.example"])
    public static let registry = CampusRegistry(universities: [university])
    public static let timeZone = TimeZone(identifier: "America/New_York") ?? .gmt

    private static let transactionSize = 500

    private let count: Int
    private let seed: UInt64

    /// - Parameter people: how many; less than none is none.
    public init(people: Int, seed: UInt64) {
        count = max(0, people)
        self.seed = seed
    }

    /// Gives everyone an account with a complete profile, and returns them. Planting the same seed again
    /// puts the same people in the same places.
    @discardableResult
    public func plant(in store: any BackendStore, time: any TimeSource) async throws -> [User] {
        let accounts = try accounts(on: time.date)
        for start in stride(from: 0, to: accounts.count, by: Self.transactionSize) {
            let batch = accounts[start..<min(start + Self.transactionSize, accounts.count)]
            try await store.transaction { transaction in
                for account in batch { try account.save(in: transaction) }
            }
        }
        return accounts.map { account in
            User(
                id: account.id, email: account.email, profileComplete: account.isComplete,
                createdAt: account.createdAt, profile: account.profile)
        }
    }

    private func accounts(on date: Date) throws -> [AccountRecord] {
        let random = RandomSource.seeded(seed)
        var maker = SeedProfiles(random: random, today: CalendarDay(date, in: Self.timeZone))
        let month: TimeInterval = 30 * 86_400
        return try (0..<count).map { index in
            let (profile, mailName) = maker.next()
            let email = try EmailAddress("\(mailName)\(index + 1)@orbit.example")
            let age = month * (1 - Double(index) / Double(count))
            var account = AccountRecord(
                id: UserID(random.bytes(16).hexadecimal), email: email,
                membership: try Self.registry.membership(of: email), createdAt: date.addingTimeInterval(-age))
            account.profile = profile
            account.isComplete = true
            return account
        }
    }
}
