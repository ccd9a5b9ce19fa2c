import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A person who has used every feature together with other people. Every text of the person contains ``canary``.
struct FullLife {
    static let canary = "canary"

    /// The phases in which features add to the life, in their order.
    enum SetupPhase: CaseIterable {
        /// The profile and the preferences of the person.
        case alone
        /// The actions between the person and other people before any meetup, such as pokes, matches and blocks.
        case acquainted
        /// The actions of the person and their match after a meeting.
        case met
        /// The person has hosted a meetup, and hosts another in a day.
        case hosting
        /// The actions of the person before a meetup that is about to begin.
        case aboutToBegin
        /// That meetup has begun, and later meetups are planned.
        case goingOn
        /// The person attends meetups of other people.
        case attending
        /// The person writes at these meetups.
        case writing
        /// All people read their lists.
        case looking
    }

    let server: TestServer
    let store: CrashingStore
    var person: Member
    /// Six members, in this order:
    ///
    /// - the person's match
    /// - a member who has poked the person
    /// - a member that the person has poked
    /// - a member who has blocked the person
    /// - a member that the person has blocked
    /// - a stranger
    var others: [Member]
    /// A meetup that has ended. The person and their match were there.
    private(set) var past: MeetupID?
    /// The meetups hosted by the person: future, running, ended, and a future meetup without guests. At
    /// ``SetupPhase/aboutToBegin`` there are two: a meetup about to begin, and an ended meetup.
    var hosted: [MeetupID] = []
    /// The meetups hosted by the match. The person attends the first, waits at the second, has asked for the third, and
    /// is invited to the fourth.
    var attended: [MeetupID] = []

    var match: Member { others[0] }
    var stranger: Member { others[5] }

    init(seed: UInt64 = 1) async throws {
        store = CrashingStore()
        server = .onCampus(store: store, seed: seed)
        person = try await server.members(Self.canary)[0]
        others = try await server.members("noor", "liam", "zoe", "ana", "kim", "sam")
        for phase in SetupPhase.allCases {
            if phase == .met { try await meet() }
            for fixture in FeatureFixture.all { try await fixture.life[phase]?(&self) }
        }
    }

    private init(copying other: FullLife) async throws {
        (person, others, past) = (other.person, other.others, other.past)
        (hosted, attended) = (other.hosted, other.attended)
        store = try await CrashingStore(copying: other.store)
        server = .onCampus(store: store, seed: 2)
        server.clock.advance(to: other.server.clock.date)
    }

    /// Returns a copy of the life on a server of its own.
    func copy() async throws -> FullLife { try await FullLife(copying: self) }

    /// Creates a past meetup that the person and their match have attended.
    private mutating func meet() async throws {
        var two = [match, person]
        past = try await server.endedMeetup(of: &two, "Past")
        (others[0], person) = (two[0], two[1])
    }

    /// Advances the clock by hours and signs all people in again.
    mutating func advanceTime(hours: Double) async throws {
        var everyone = [person] + others
        try await server.advanceTime(hours: hours, &everyone)
        (person, others) = (everyone[0], Array(everyone.dropFirst()))
    }

    func erase() async throws -> HTTPResponse { try await server.send(.delete, "/users/me", token: person.token) }

    /// The records and blobs that name the person, as table and key.
    func traces() throws -> [String] {
        try store.committed.compactMap { name, record in
            let entries = "\(record.indexEntries)"
            let text = String(decoding: try JSONEncoder().encode(AnyEncodable(record)), as: UTF8.self)
            let all = "\(name) \(entries) \(text)"
            guard all.lowercased().contains(Self.canary) || all.contains(person.id.rawValue) else { return nil }
            return name
        } + photos()
    }

    /// The names of the person's blobs.
    private func photos() -> [String] {
        store.blobs.filter { $0.key.contains(person.id.rawValue) || $0.value == TestImage.png("\(Self.canary)-photo") }
            .keys.sorted()
    }
}

/// Any record, as a store on disk would hold it.
struct AnyEncodable: Encodable {
    let record: any StoreRecord

    init(_ record: any StoreRecord) { self.record = record }

    func encode(to encoder: any Encoder) throws { try record.encode(to: encoder) }
}
