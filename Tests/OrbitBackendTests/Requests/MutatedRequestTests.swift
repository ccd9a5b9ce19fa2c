import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Testing
import TimeAndChance

@testable import OrbitBackend

/// Good requests of every operation, changed in path, query, header fields and body, by nine people of one campus.
@Suite struct MutatedRequestTests {
    /// Each seed is a campus that gets 500 requests. `ORBIT_REQUESTS` sets how many there are in all, such as 600000.
    private static let seeds: Range<UInt64> = {
        let wanted = ProcessInfo.processInfo.environment["ORBIT_REQUESTS"].flatMap { UInt64($0) } ?? 3_000
        return 0..<max(1, wanted / UInt64(perCampus))
    }()
    private static let perCampus = 500

    private let world: AuthorizationWorld
    private let contract: Contract

    init() async throws {
        world = try await AuthorizationWorld.shared.value
        contract = try Contract.current.get()
    }

    @Test(arguments: seeds)
    func `whatever is sent, there is a response that says what it is`(_ seed: UInt64) async throws {
        let server = try await world.copy()
        var tokens = try RequestSample.columns.reduce(into: [:]) { $0[$1] = try world.person($1).token.reveal }
        var mutator = RequestMutator(
            seed: seed, samples: try await RequestSample.all.value,
            queryNames: try RequestSample.queryNames(of: contract),
            identifiers: world.identifiers)
        var statuses: [Int: Int] = [:]
        for number in 0..<Self.perCampus {
            let (operation, request) = mutator.next(tokens: tokens)
            let response = await server.backend.respond(to: request, origin: "192.0.2.\(number % 250)")
            statuses[response.status, default: 0] += 1
            let faults = try faults(of: response, to: request)
            if !faults.isEmpty {
                let body = String(decoding: request.body.prefix(1_000), as: UTF8.self)
                let line = "\(request.method) \(request.url.absoluteString.prefix(300))"
                Issue.record("\(faults) of seed \(seed), \(number), \(operation): \(line) \(body)")
            }
            note(response, &mutator)
            server.clock.advance(by: .seconds(mutator.chance(20) ? 30 : 0.5))
            if mutator.chance(100) { try await later(server, &tokens, &mutator) }
        }
        try await server.backend.doDueWork()
        try await server.backend.doDueWork()
        // Most get past the first check, and many do what they ask for.
        #expect(statuses.filter { (200..<300).contains($0.key) }.values.reduce(0, +) > Self.perCampus / 8)
        #expect([400, 403, 404, 422].allSatisfy { statuses[$0, default: 0] > 0 })
    }

    /// What no response may be.
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

    /// Cursors and versions are what later requests name.
    private func note(_ response: HTTPResponse, _ mutator: inout RequestMutator) {
        if let tag = response.field("etag") { mutator.note(tag) }
        guard let start = response.body.range(of: Data(#""next_cursor":""#.utf8))?.upperBound,
            let end = response.body[start...].firstIndex(of: UInt8(ascii: "\""))
        else { return }
        mutator.note(String(decoding: response.body[start..<end], as: UTF8.self))
    }

    /// Some days pass, what is due is done, and those who still have an account sign in anew.
    private func later(
        _ server: TestServer, _ tokens: inout [AuthorizationColumn: String], _ mutator: inout RequestMutator
    ) async throws {
        server.clock.advance(by: .seconds(mutator.chance(2) ? 3_600 : 2 * 86_400))
        try await server.backend.doDueWork()
        let now = server.clock.date
        for column in RequestSample.columns {
            let person = try world.person(column).id
            tokens[column] = try await server.store.transaction { transaction in
                guard let account = try transaction.get(AccountRecord.self, person.rawValue) else { return "gone" }
                return try Sessions(context: server.backend.context)
                    .begin(for: account, isNewUser: false, transaction, now).accessToken.reveal
            }
        }
    }
}
