import Chat
import Connections
import Foundation
import Networking
import OrbitModels

/// Measures a message of two participants at the backend: its time and its number of store calls.
struct MessageCosts {
    /// Fewer than the messages that a person may send in a minute.
    private static let count = 20

    func measure(into report: inout BenchmarkReport) async throws {
        let campus = try await LogCampus(people: 11)
        let (sender, recipient) = (try await campus.signIn(0), try await campus.signIn(1))
        let poke = SendPokeRequest(toUserID: campus.residents[1].id, note: .hello)
        let outcome: PokeOutcome = try await campus.payload(.post, "/pokes", poke, by: sender)
        guard case .sent(let sent) = outcome else { throw UnexpectedInput("The poke does not wait.") }
        let match: Keyed<Match> = try await campus.payload(.post, "/pokes/\(sent.id)/accept", by: recipient)
        let opening = OpenConversationRequest(origin: .match(match.value.id))
        let opened: Keyed<Conversation> = try await campus.payload(.post, "/conversations", opening, by: sender)
        let path = "/conversations/\(opened.value.id)/messages"
        var calls: [Double] = []
        for number in 0..<Self.count {
            let body = SendMessageRequest(clientID: ClientID("bench-\(number)"), text: "Message \(number)")
            _ = campus.store.takeCalls()
            try await campus.send(.post, path, body, by: sender)
            let taken = campus.store.takeCalls()
            calls.append(Double(taken.log + taken.others))
        }
        report.add("store_calls", spread: calls, digits: 0)
    }
}
