public import Foundation
public import OrbitBackend
public import OrbitModels
public import OrbitStore
public import TimeAndChance
public import Validation

/// A made-up campus full of people: the same seed on the same day gives the same people.
///
/// ```swift
/// let store = MemoryStore()
/// let people = try await CampusSeed(people: 24, seed: 7).plant(in: store, time: SystemClock())
/// people[0].email  // in a demonstration, the code of any address is 123456
/// ```
public struct CampusSeed: Sendable {
    /// The campus of all people in the seed.
    public static let university = University(
        name: "Orbit State University", country: "United States", alphaTwoCode: "US", domains: ["orbit.example"])
    /// Knows that campus and no other.
    public static let registry = CampusRegistry(universities: [university])
    /// The clock of that campus.
    public static let timeZone = TimeZone(identifier: "America/New_York") ?? .gmt

    /// The middle of that campus.
    public static let centre = Coordinates(latitude: 42.45, longitude: -76.48)

    private static let transactionSize = 500

    private let count: Int
    private let seed: UInt64
    private let withPhotos: Bool

    /// - Parameters:
    ///   - people: how many; less than none is none.
    ///   - withPhotos: whether most of them have one or two, of two kilobytes each. The people are the same either way.
    public init(people: Int, seed: UInt64, withPhotos: Bool = false) {
        count = max(0, people)
        self.seed = seed
        self.withPhotos = withPhotos
    }

    /// Gives each person an account with a complete profile, and returns them. Planting the same seed again
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
        return accounts.map(\.user)
    }

    /// Has people of the seed host meetups of every kind in the days that follow, and others come, ask and wait. All of
    /// it is done through the API of the backend that has their accounts; the first of them takes no part.
    public func plantMeetups(of residents: [User], on backend: OrbitBackend, time: any TimeSource) async throws {
        let devices = SeedResident.devices(
            of: residents, on: backend, server: try SeedResident.server(), time: time, random: .seeded(seed &+ 1))
        try await SeedMeetups(residents: devices, now: time.date).plant()
    }

    private func accounts(on date: Date) throws -> [SeededAccount] {
        let random = RandomSource.seeded(seed)
        // Photos have a source of their own, so that the people are the same with and without them.
        var randomOfPhotos = RandomSource.seeded(~seed)
        var maker = SeedProfiles(random: random, today: CalendarDay(date, in: Self.timeZone))
        let month: TimeInterval = 30 * 86_400
        return try (0..<count).map { index in
            let (profile, mailName) = maker.next()
            let email = try EmailAddress("\(mailName)\(index + 1)@orbit.example")
            let age = month * (1 - Double(index) / Double(count))
            return SeededAccount(
                profile, email: email, photos: withPhotos ? Self.drawPhotos(using: &randomOfPhotos) : [],
                createdAt: date.addingTimeInterval(-age), in: Self.timeZone, random: random)
        }
    }

    private static func drawPhotos(using random: inout RandomSource) -> [Data] {
        let count = [0, 1, 1, 1, 2, 2].randomElement(using: &random) ?? 1
        return (0..<count).map { _ in SeedPhoto.png(using: &random) }
    }
}
