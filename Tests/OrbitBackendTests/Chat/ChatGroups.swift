import Foundation
import Matching
import Meetups
import NetworkingTesting
import OrbitModels
import OrbitStore

@testable import BackendRuntime
@testable import OrbitBackend

extension TestServer {
    /// Makes three people a group of the day, and opens their conversation.
    func group(_ people: [Member], _ group: MatchGroupID = "group") async throws -> ConversationID {
        let now = clock.date
        let pairs = [(0, 1), (0, 2), (1, 2)].map { UserPair(people[$0.0].id, people[$0.1].id) }
        try await store.transaction { transaction in
            for (number, pair) in pairs.enumerated() {
                try transaction.put(
                    MatchRecord(
                        id: MatchID("\(group)-\(number)"), first: pair.first, second: pair.second,
                        campus: "stanford.edu", createdAt: now, date: CalendarDay(now, in: .gmt), origin: .chance,
                        groupID: group))
            }
        }
        return try await opened(.group(group), by: people[0]).id
    }

    /// Returns the stored conversation.
    func record(of id: ConversationID) async throws -> ConversationRecord? {
        try await store.read { try $0.get(ConversationRecord.self, id.rawValue) }
    }

    /// Makes people attend a meetup of the first of them, and opens its conversation.
    func gathering(_ people: [Member]) async throws -> (meetup: MeetupID, conversation: ConversationID) {
        let meetup = try await host(by: people[0]).id
        for person in people.dropFirst() { try await joined(meetup, by: person) }
        return (meetup, try await opened(.meetup(meetup), by: people[0]).id)
    }

    /// Returns the stored part of a person in a large conversation.
    func part(of member: Member, in id: ConversationID) async throws -> ConversationPersonRecord? {
        let key = ConversationPersonRecord.key(id, member.id)
        return try await store.read { try $0.get(ConversationPersonRecord.self, key) }
    }
}
