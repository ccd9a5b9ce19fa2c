import BackendRuntime
import Foundation
import Networking
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import TimeAndChance

/// A request to the backend, as JSON.
func request(
    _ method: HTTPMethod, _ path: String, token: String? = nil, _ body: [String: String]? = nil
) throws -> HTTPRequest {
    guard let url = URL(string: "https://orbit.example/api" + path) else { throw CocoaError(.featureUnsupported) }
    var headers = HTTPHeaders()
    if let token { try headers.set(.authorization, to: "Bearer \(token)") }
    if body != nil { try headers.set(.contentType, to: "application/json") }
    return HTTPRequest(
        method: method, url: url, headers: headers, body: try body.map { try JSONEncoder().encode($0) } ?? Data())
}

/// The data of a response, member by member.
func data(of response: HTTPResponse) throws -> [String: Any] {
    let envelope = try JSONSerialization.jsonObject(with: response.body) as? [String: Any]
    return envelope?["data"] as? [String: Any] ?? [:]
}

/// Signs a person in with the code of demonstrations.
func signIn(_ email: String, on backend: OrbitBackend) async throws -> String {
    let sent = await backend.respond(to: try request(.post, "/auth/send-code", ["email": email]), origin: "192.0.2.1")
    let challenge = try data(of: sent)["challenge_id"] as? String ?? ""
    let entered = ["email": email, "code": "123456", "challenge_id": challenge]
    let verified = await backend.respond(to: try request(.post, "/auth/verify-code", entered), origin: "192.0.2.1")
    return try data(of: verified)["access_token"] as? String ?? ""
}

let store = MemoryStore()
let people = try await CampusSeed(people: 2, seed: 7).plant(in: store, time: SystemClock())
let backend = try OrbitBackend(store: store, configuration: .demonstration(), adding: [.waves])
let (sender, recipient) = (
    try await signIn(people[0].email, on: backend), try await signIn(people[1].email, on: backend)
)

let waved = await backend.respond(to: try request(.post, "/waves/\(people[1].id)", token: sender), origin: "192.0.2.1")
print(waved.status, try data(of: waved)["message"] as? String ?? "")

let list = await backend.respond(to: try request(.get, "/waves", token: recipient), origin: "192.0.2.1")
let waving = try data(of: list)["people"] as? [[String: Any]] ?? []
print(list.status, waving.map { $0["id"] as? String == people[0].id.rawValue })

print(try await backend.userID(of: try request(.get, "/own", token: sender)) == people[0].id)
do {
    _ = try await backend.userID(of: try request(.get, "/own"))
} catch let problem as HTTPProblem {
    print(problem.status)
}

do {
    _ = try OrbitBackend(store: store, configuration: .demonstration(), adding: [.waves, .waves])
} catch {
    print(error.errorDescription ?? "")
}
