import Chat
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// The ranges of messages that a client reads.
@Suite struct MessageWindowTests {
    /// A window: the first and last number, and whether there is more on each side.
    private func window(
        _ query: String, in id: ConversationID, as member: Member, _ server: TestServer
    ) async throws -> [Int] {
        let page = try await server.messages(in: id, as: member, query: query)
        let numbers = page.messages.elements.map(\.seq)
        if let first = numbers.first { #expect(numbers == Array(first..<first + numbers.count)) }
        return [numbers.first ?? 0, numbers.last ?? 0, page.hasEarlier ? 1 : 0, page.hasLater ? 1 : 0]
    }

    @Test func `a window at the end, around a number, before it and after it has exactly the messages there`()
        async throws
    {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        #expect(try await window("", in: id, as: people[0], server) == [0, 0, 0, 0])
        for number in 1...25 { try await server.said("Number \(number)", in: id, by: people[number % 2]) }
        let windows: [(String, [Int])] = [
            ("", [1, 25, 0, 0]), ("?limit=10", [16, 25, 1, 0]), ("?around=12&limit=10", [7, 16, 1, 1]),
            ("?around=1&limit=10", [1, 10, 0, 1]), ("?around=25&limit=10", [16, 25, 1, 0]),
            ("?around=0&limit=3", [1, 3, 0, 1]), ("?around=999&limit=3", [23, 25, 1, 0]),
            ("?before=11&limit=10", [1, 10, 0, 1]), ("?before=5&limit=10", [1, 4, 0, 1]),
            ("?before=1&limit=10", [0, 0, 0, 1]), ("?after=20&limit=10", [21, 25, 1, 0]),
            ("?after=0&limit=10", [1, 10, 0, 1]), ("?after=25&limit=10", [0, 0, 1, 0]),
            ("?after=999999999999999999&limit=1", [0, 0, 1, 0]), ("?limit=0", [25, 25, 1, 0]),
        ]
        for (query, expected) in windows {
            #expect(try await window(query, in: id, as: people[1], server) == expected, "\(query)")
        }
    }

    @Test(arguments: [
        "?around=x", "?before=-1", "?after=", "?around=1&before=2", "?limit=x", "?around=9999999999999999999",
    ])
    func `a malformed number and two positions are refused`(_ query: String) async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        let response = try await server.readMessages(in: id, as: people[0], query: query)
        #expect(response.status == 422 && response.code == .invalidInput)
    }

    @Test func `the store calls of a window do not depend on the length of the conversation or of the window`()
        async throws
    {
        let store = CountingStore()
        let server = TestServer.onCampus(store: store)
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        var record = try #require(try await server.record(of: id))
        let now = server.clock.date
        for _ in 0..<1_000 { _ = record.takeSeq(by: people[1].id, at: now) }
        try await store.transaction { [record] transaction in
            try transaction.put(record)
            for seq in 1...1_000 {
                try transaction.put(
                    MessageRecord(
                        in: id, seq: seq, clientID: ClientID("c\(seq)"), by: people[1].id, text: "Number \(seq)",
                        replySeq: seq > 500 ? seq - 500 : nil, at: now))
            }
        }
        func calls(_ query: String) async throws -> Int {
            store.reset()
            _ = try await server.deferringWork { try await server.messages(in: id, as: people[0], query: query) }
            return store.calls
        }
        let few = try await calls("?limit=2")
        for query in ["?limit=100", "?around=700&limit=100", "?before=600&limit=100"] {
            #expect(try await calls(query) == few)
        }
        #expect(few <= 9)
    }

    @Test func `a message that cannot be read is a placeholder, and the others are shown`() async throws {
        let server = TestServer.onCampus()
        let people = try await server.members("maya", "liam")
        let id = try await server.converse(people[0], people[1])
        for text in ["One", "Two", "Three"] { try await server.said(text, in: id, by: people[0]) }
        try await server.store.transaction { try $0.delete(MessageRecord.self, MessageRecord.key(id, 2)) }
        let shown = try await server.messages(in: id, as: people[1]).messages.elements
        #expect(shown.map(\.kind) == [.text, .hidden, .text] && shown.map(\.seq) == [1, 2, 3])
    }
}
