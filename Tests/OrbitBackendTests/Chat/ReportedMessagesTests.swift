import Chat
import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import Safety
import Testing

@testable import OrbitBackend

/// Reports of chosen messages.
@Suite struct ReportedMessagesTests {
    private func evidence(_ server: TestServer, for moderator: Member) async throws -> [Evidence] {
        let file = try #require(try await server.queue(moderator).first)
        return try await server.reports(of: file.id, as: moderator).flatMap(\.evidence)
    }

    @Test func `chosen messages are evidence, also after their deletion, a block and the erasure of the sender`()
        async throws
    {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("maya", "liam", "mod")
        let id = try await server.converse(people[0], people[1])
        let first = try await server.said("You are dull", in: id, by: people[1])
        let own = try await server.said("Stop it", in: id, by: people[0])
        let last = try await server.said("Never", in: id, by: people[1])
        #expect(try await server.block(people[1].id, by: people[0]).status == 200)
        let subject = ReportSubject.messages([last.id, own.id, first.id], in: id, of: people[1].id)
        let report = try await server.reported(subject, by: people[0])
        #expect(report.about == subject && report.evidence == [.messages])
        func texts() async throws -> [String?] {
            let pieces = try await evidence(server, for: people[2])
            #expect(pieces.map(\.kind) == [.messages])
            return pieces.first?.messages?.map(\.text) ?? []
        }
        #expect(try await texts() == ["You are dull", "Never"])
        #expect(try await server.send(.delete, "/users/me", token: people[1].token).status == 200)
        for _ in 0..<3 { try await server.backend.runScheduledWork() }
        #expect(try await texts() == ["You are dull", "Never"])
        let senders = try await evidence(server, for: people[2]).first?.messages?.compactMap(\.senderID) ?? []
        #expect(senders.count == 2 && !senders.contains(people[1].id))
    }

    @Test func `a stranger's report of messages gets a receipt, and no message is copied`() async throws {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("maya", "liam", "ana", "mod")
        let id = try await server.converse(people[0], people[1])
        let message = try await server.said("Private", in: id, by: people[1])
        for conversation in [id, "never"] {
            try await server.reported(.messages([message.id], in: conversation, of: people[1].id), by: people[2])
        }
        let pieces = try await evidence(server, for: people[3])
        #expect(pieces.count == 2 && pieces.allSatisfy { $0.messages == nil })
    }

    @Test func `21 messages, no message and an own message are refused`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        for count in [0, 21] {
            let ids = (0..<count).map { MessageID("\(id)-\($0 + 1)") }
            let response = try await server.report(.messages(ids, in: id, of: people[1].id), .insult, by: people[0])
            #expect(response.status == 422 && response.problem?.fields.map(\.path) == ["about.message_ids"])
        }
        let own = try await server.said("Mine", in: id, by: people[0])
        let response = try await server.report(.messages([own.id], in: id, of: people[0].id), .insult, by: people[0])
        #expect(response.status == 422 && response.problem?.fields.map(\.path) == ["about.user_id"])
    }
}
