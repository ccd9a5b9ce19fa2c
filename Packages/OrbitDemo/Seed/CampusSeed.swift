public import Foundation
public import OrbitBackend
public import OrbitModels
public import OrbitStore
public import TimeAndChance
public import Validation

/// A fictional campus with people. The same seed on the same day gives the same people.
///
/// ```swift
/// let store = MemoryStore()
/// let people = try await CampusSeed(people: 24, seed: 7).populate(store, time: SystemClock())
/// people[0].email  // in a demonstration, the code of any address is 123456
/// ```
public struct CampusSeed: Sendable {
    /// The campus of all people in the seed.
    public static let university = University(
        name: "Orbit State University", country: "United States", alphaTwoCode: "US", domains: ["orbit.example"])
    /// The registry of this campus only.
    public static let registry = CampusRegistry(universities: [university])
    /// The time zone of the campus.
    public static let timeZone = TimeZone(identifier: "America/New_York") ?? .gmt

    /// The centre of the campus.
    public static let centre = Coordinates(latitude: 42.45, longitude: -76.48)

    private static let transactionSize = 500

    private let count: Int
    private let seed: UInt64
    private let withPhotos: Bool

    /// Creates a seed.
    ///
    /// - Parameters:
    ///   - people: The number of people. A negative number counts as 0.
    ///   - seed: The seed of the people.
    ///   - withPhotos: Whether most people have one or two photos of two kilobytes each. The people are the same in
    ///     either case.
    public init(people: Int, seed: UInt64, withPhotos: Bool = false) {
        count = max(0, people)
        self.seed = seed
        self.withPhotos = withPhotos
    }

    /// Stores an account with a complete profile for each person. The same seed stores the same people with the same
    /// ids again.
    ///
    /// - Parameters:
    ///   - store: The store of the accounts.
    ///   - time: The clock.
    /// - Returns: The people.
    /// - Throws: An error of the store.
    @discardableResult
    public func populate(_ store: any BackendStore, time: any TimeSource) async throws -> [User] {
        let accounts = try accounts(on: time.date)
        for start in stride(from: 0, to: accounts.count, by: Self.transactionSize) {
            let batch = accounts[start..<min(start + Self.transactionSize, accounts.count)]
            try await store.transaction { transaction in
                for account in batch { try account.save(in: transaction) }
            }
        }
        return accounts.map(\.user)
    }

    /// Creates meetups of every kind on the following days, with attendees, requests and wait lists. Every step uses
    /// the API of the backend. The first resident takes no part.
    ///
    /// - Parameters:
    ///   - residents: The people of the seed.
    ///   - backend: The backend that has their accounts.
    ///   - time: The clock.
    /// - Throws: An error of a request.
    public func addMeetups(of residents: [User], on backend: OrbitBackend, time: any TimeSource) async throws {
        let devices = SeedResident.devices(
            of: residents, on: backend, server: try SeedResident.server(), time: time, random: .seeded(seed &+ 1))
        try await SeedMeetups(residents: devices, now: time.date).create()
    }

    private func accounts(on date: Date) throws -> [SeededAccount] {
        let random = RandomSource.seeded(seed)
        // Photos have a random source of their own, so that the people are the same with and without photos.
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
