import BackendRuntime
import Foundation
import Matching
import Meetups
import OrbitModels
import OrbitStore

/// Those who have reported one thing, in circles: people who are matched, or were at a meetup together, count as one,
/// and so do all whose accounts are new. Twenty friends are one circle; twenty strangers are twenty.
///
/// A meetup that the reported person hosts makes no circle: those who were there are witnesses.
struct ReportCircles: Codable, Hashable, Sendable {
    /// The most people who are told apart. More change nothing about how urgent a case is.
    private static let capacity = 64
    /// The most matches, and the most meetups, that are looked at.
    private static let mostMatches = 200
    private static let mostMeetups = 20
    /// How far back meetups are looked at, and how old an account is that is not new, in seconds.
    private static let memory: TimeInterval = 365 * 86_400
    private static let newcomer: TimeInterval = 7 * 86_400

    private struct Reporter: Codable, Hashable {
        var id: UserID
        var circle: Int
        let isNew: Bool
        /// The number of their last report.
        var last: Int
    }

    private var people: [Reporter] = []

    /// How many are independent of each other.
    var count: Int { Set(people.map(\.circle)).count }

    /// Adds a person to the circle of those they are tied to, and joins the circles that this ties together.
    mutating func add(
        _ account: AccountRecord, of accused: UserID, number: Int, in transaction: LogTransaction
    ) throws {
        if let index = people.firstIndex(where: { $0.id == account.id }) { return people[index].last = number }
        guard people.count < Self.capacity else { return }
        let isNew = transaction.now.timeIntervalSince(account.createdAt) < Self.newcomer
        let ties = try Self.ties(of: account.id, among: people.map(\.id), of: accused, in: transaction)
        let joined = Set(people.filter { ties.contains($0.id) || isNew && $0.isNew }.map(\.circle))
        let circle = joined.min() ?? (people.map(\.circle).max() ?? 0) + 1
        for index in people.indices where joined.contains(people[index].circle) { people[index].circle = circle }
        people.append(Reporter(id: account.id, circle: circle, isNew: isNew, last: number))
    }

    /// Has another id stand for a person.
    mutating func rename(_ person: UserID, to pseudonym: UserID) {
        for index in people.indices where people[index].id == person { people[index].id = pseudonym }
    }

    /// Leaves out those whose reports are all decided.
    mutating func forget(through number: Int) {
        people.removeAll { $0.last <= number }
    }

    /// In five store calls.
    private static func ties(
        of person: UserID, among others: [UserID], of accused: UserID, in transaction: LogTransaction
    ) throws -> Set<UserID> {
        guard !others.isEmpty else { return [] }
        var ties: Set<UserID> = []
        for index in [MatchRecord.byFirst, MatchRecord.bySecond] {
            let query = IndexQuery(index, group: person.rawValue, order: .descending, limit: mostMatches)
            ties.formUnion(try transaction.list(MatchRecord.self, query).map { $0.pair.partner(of: person) })
        }
        let ranks = PlaceInOrder.ranks(from: transaction.now.addingTimeInterval(-memory), to: transaction.now)
        let meetups = try GuestRecord.attended(
            by: person, ranks, .descending, limit: mostMeetups, in: transaction
        ).filter { $0.hostID != accused }.map(\.meetupID)
        let keys = meetups.flatMap { meetup in others.map { GuestRecord.key(meetup, $0) } }
        guard !keys.isEmpty else { return ties }
        ties.formUnion(
            try transaction.get(GuestRecord.self, all: keys).values.filter { $0.state.isAttending }.map(\.userID))
        return ties
    }
}
