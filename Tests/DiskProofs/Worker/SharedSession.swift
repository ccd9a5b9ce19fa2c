import Auth
import Foundation
import Networking
import OrbitModels
import TimeAndChance

/// A process that shares one session with other processes.
///
/// In each round its tasks send requests. Only the access token of that round, or of a later round, is accepted.
struct SharedSession {
    let store: FileTokenStore
    let port: Int

    /// Runs the rounds. Each line of the input is the number of a round. Refresh requests are sent to the server at
    /// ``port``.
    func run(tasks: Int) async {
        do {
            let server = try ServerAddress("http://127.0.0.1:\(port)/api")
            let round = LockedState(0)
            let session = CurrentSession(
                store: store, client: APIClient(server: server, transport: SystemTransport()))
            let client = APIClient(
                server: server, transport: RoundTransport(round: round),
                middleware: [AuthMiddleware(session: session)])
            await session.restore()
            say("ready")
            while let line = readLine(), let number = Int(line) {
                round.withLock { $0 = number }
                try await withThrowingTaskGroup { group in
                    for _ in 0..<tasks {
                        group.addTask { try await client.perform(Endpoint(Route(.get, "/me", access: .session))) }
                    }
                    try await group.waitForAll()
                }
                say("done \(number) \(await session.state)")
            }
        } catch {
            say("error \(error)")
        }
    }
}

/// A transport that responds in this process. So the server of the proof receives only refresh requests, which the many
/// other requests would hide.
private struct RoundTransport: HTTPTransport {
    let round: LockedState<Int>

    func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let number = request.headers[.authorization]?.split(separator: "-").last.flatMap { Int($0) } ?? -1
        guard number >= round.withLock(\.self) else { return HTTPResponse(status: 401) }
        return HTTPResponse(status: 200, body: Data(#"{"success":true,"data":{"message":"yes"}}"#.utf8))
    }
}
