import BackendRuntime
import Foundation
import Matching
import Meetups
import OrbitModels
import OrbitStore

/// The reporters of one subject, grouped into circles of people who may know each other. These people form one circle:
///
/// - People who are matched, or who attended the same meetup.
/// - People whose accounts are new.
///
/// Twenty friends are one circle, and twenty strangers are twenty circles.
///
/// A meetup that the reported person hosts does not connect its guests, because they are witnesses.
struct ReporterCircles: Codable, Hashable, Sendable {
    /// The maximum number of people that are stored. Further people do not change the urgency of a case.
    private static let capacity = 64
    /// The maximum numbers of matches and of meetups that are read.
    private static let maxMatches = 200
    private static let maxMeetups = 20
    /// The age in seconds of the oldest meetups that are read, and the age below which an account is new.
    private static let memory: TimeInterval = 365 * 86_400
    private static let newcomer: TimeInterval = 7 * 86_400

    private struct Reporter: Codable, Hashable {
        var id: UserID
        var circle: Int
        let isNew: Bool
        /// The number of the person's last report.
        var last: Int
    }

    private var people: [Reporter] = []

    /// The number of circles.
    var count: Int { Set(people.map(\.circle)).count }

    /// Adds a reporter to the circle of the people that the reporter knows. Merges circles that the reporter connects.
    ///
    /// - Parameters:
    ///   - account: The account of the reporter.
    ///   - accused: The reported person.
    ///   - number: The number of the report.
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

    /// Replaces the id of a person with a pseudonym.
    mutating func rename(_ person: UserID, to pseudonym: UserID) {
        for index in people.indices where people[index].id == person { people[index].id = pseudonym }
    }

    /// Removes the people whose reports are all decided.
    mutating func forget(through number: Int) {
        people.removeAll { $0.last <= number }
    }

    /// Returns the people that a person knows among others, in at most four store calls.
    private static func ties(
        of person: UserID, among others: [UserID], of accused: UserID, in transaction: LogTransaction
    ) throws -> Set<UserID> {
        guard !others.isEmpty else { return [] }
        var ties: Set<UserID> = []
        for index in [MatchRecord.activeByFirst, MatchRecord.activeBySecond] {
            let query = IndexQuery(index, group: person.rawValue, order: .descending, limit: maxMatches)
            ties.formUnion(try transaction.list(MatchRecord.self, query).map { $0.pair.partner(of: person) })
        }
        let ranks = SortRank.ranks(from: transaction.now.addingTimeInterval(-memory), to: transaction.now)
        let meetups = try GuestRecord.attended(
            by: person, ranks, .descending, limit: maxMeetups, in: transaction
        ).filter { $0.hostID != accused }.map(\.meetupID)
        let keys = meetups.flatMap { meetup in others.map { GuestRecord.key(meetup, $0) } }
        guard !keys.isEmpty else { return ties }
        ties.formUnion(
            try transaction.get(GuestRecord.self, all: keys).values.filter { $0.state.isAttending }.map(\.userID))
        return ties
    }
}
