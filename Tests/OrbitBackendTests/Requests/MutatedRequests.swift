import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Valid requests of every operation, changed in path, query, header fields and body, that nine people of one campus
/// send to one server.
struct MutatedRequests {
    private let world: AuthorizationWorld
    private let server: TestServer
    private let contract: Contract
    private let seed: UInt64
    private var mutator: RequestMutator

    /// - Parameters:
    ///   - server: a server on the store of the world, or on a copy of it.
    ///   - samples: requests to the world.
    init(seed: UInt64, from world: AuthorizationWorld, to server: TestServer, samples: [RequestSample]) throws {
        contract = try Contract.current.get()
        (self.world, self.server, self.seed) = (world, server, seed)
        mutator = RequestMutator(
            seed: seed, samples: samples, queryNames: try RequestSample.queryNames(of: contract),
            identifiers: world.identifiers)
    }

    /// Sends the requests, and records an issue for each response that the contract does not allow.
    ///
    /// - Returns: the number of responses of each status.
    mutating func send(_ count: Int) async throws -> [Int: Int] {
        var tokens = try RequestSample.columns.reduce(into: [:]) { $0[$1] = try world.person($1).token.reveal }
        var statuses: [Int: Int] = [:]
        for number in 0..<count {
            let (operation, request) = mutator.next(tokens: tokens)
            let response = await server.backend.respond(to: request, origin: "192.0.2.\(number % 250)")
            statuses[response.status, default: 0] += 1
            let faults = try faults(of: response, to: request)
            if !faults.isEmpty {
                let body = String(decoding: request.body.prefix(1_000), as: UTF8.self)
                let line = "\(request.method) \(request.url.absoluteString.prefix(300))"
                Issue.record("\(faults) of seed \(seed), \(number), \(operation): \(line) \(body)")
            }
            note(response)
            server.clock.advance(by: .seconds(mutator.chance(20) ? 30 : 0.5))
            if mutator.chance(100) { try await advanceTime(&tokens) }
        }
        try await server.backend.runScheduledWork()
        try await server.backend.runScheduledWork()
        return statuses
    }

    /// The faults of a response: a difference from the contract, an unexpected status, no date, or an unknown problem.
    private func faults(of response: HTTPResponse, to request: HTTPRequest) throws -> [String] {
        var faults = try contract.faults(in: response, to: request)
        if !(200..<500).contains(response.status) { faults.append("is \(response.status)") }
        if response.field("date") == nil { faults.append("has no date") }
        if response.status >= 400 {
            let problem = response.problem
            if problem.map({ ProblemCode.known.contains($0.code) }) != true { faults.append("has no known code") }
            if problem?.message.isEmpty != false { faults.append("says nothing") }
        }
        return faults
    }

    /// Stores the cursors and versions of the response, which later requests contain.
    private mutating func note(_ response: HTTPResponse) {
        if let tag = response.field("etag") { mutator.note(tag) }
        guard let start = response.body.range(of: Data(#""next_cursor":""#.utf8))?.upperBound,
            let end = response.body[start...].firstIndex(of: UInt8(ascii: "\""))
        else { return }
        mutator.note(String(decoding: response.body[start..<end], as: UTF8.self))
    }

    /// Advances the clock by an hour or by two days, runs the due work, and signs in all people who still have an
    /// account.
    private mutating func advanceTime(_ tokens: inout [AuthorizationColumn: String]) async throws {
        server.clock.advance(by: .seconds(mutator.chance(2) ? 3_600 : 2 * 86_400))
        try await server.backend.runScheduledWork()
        let now = server.clock.date
        for column in RequestSample.columns {
            let person = try world.person(column).id
            tokens[column] = try await server.store.transaction { [server] transaction in
                guard let account = try transaction.get(AccountRecord.self, person.rawValue) else { return "gone" }
                return try Sessions(context: server.backend.context)
                    .begin(for: account, isNewUser: false, transaction, now).accessToken.reveal
            }
        }
    }
}
