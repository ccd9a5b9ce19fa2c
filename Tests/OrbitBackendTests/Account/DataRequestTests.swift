import Foundation
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import Safety
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// The operator's functions for a person who asks for their data, or for its erasure, without the app.
@Suite struct DataRequestTests {
    private func archive(of address: String, _ server: TestServer) async throws -> Data? {
        guard let parts = try await server.backend.archive(of: EmailAddress(address)) else { return nil }
        var file = Data()
        for try await part in parts { file.append(part) }
        return file
    }

    @Test func `an address without an account has no archive, and its erasure does nothing`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        let mails = server.mailTransport.count
        let file = try await archive(of: "nobody@stanford.edu", server)
        #expect(file == nil)
        #expect(try await !server.backend.erase(EmailAddress("nobody@stanford.edu")))
        // No account was created, and no message was sent.
        #expect(server.mailTransport.count == mails)
        let again = try await archive(of: "nobody@stanford.edu", server)
        #expect(again == nil)
        #expect(try await server.me(maya.token).status == 200)
    }

    @Test func `the operator's archive has the bytes of the person's own export`() async throws {
        let life = try await FullLife()
        let mails = life.server.mailTransport.count
        let file = try await archive(of: life.person.address, life.server)
        #expect(life.server.mailTransport.count == mails)
        // The clock does not advance, so the dates are equal as well.
        let response = try await life.server.send(.get, "/users/me/export", token: life.person.token)
        #expect(response.status == 200)
        #expect(file == response.body)
    }

    @Test func `the operator's archives have no rate limit`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        for _ in 0..<5 {
            let file = try await archive(of: maya.address, server)
            #expect(file != nil)
        }
        #expect(try await server.send(.get, "/users/me/export", token: maya.token).status == 200)
    }

    @Test func `an archive fails with 404 when the account is erased during it`() async throws {
        let server = TestServer()
        let maya = try await server.members("maya")[0]
        let address = try EmailAddress(maya.address)
        let parts = try #require(try await server.backend.archive(of: address))
        await #expect(throws: HTTPProblem.self) {
            for try await _ in parts { _ = try await server.backend.erase(address) }
        }
    }

    @Test func `the operator's erasure removes the same records as the person's own`() async throws {
        let life = try await FullLife()
        let (own, operators) = (try await life.copy(), try await life.copy())
        #expect(try await own.erase().status == 200)
        #expect(try await operators.server.backend.erase(EmailAddress(life.person.address)))
        for copy in [own, operators] { try await copy.server.backend.runScheduledWork() }
        let left = try [own, operators].map { copy in
            Dictionary(grouping: try copy.traces()) { $0.prefix { $0 != " " } }.mapValues(\.count)
        }
        #expect(left[0] == left[1], "the number of remaining records in each table")
        let response = try await operators.server.me(life.person.token)
        #expect(response.status == 401)
        #expect(try await !operators.server.backend.erase(EmailAddress(life.person.address)))
    }

    @Test func `a suspended person's archive is complete, and an erasure does not end the suspension`() async throws {
        let server = try TestServer.moderated(by: "mod")
        let people = try await server.members("maya", "liam", "mod")
        let before = try #require(try await archive(of: people[1].address, server))
        try await server.reported(.person(people[1].id), by: people[0])
        _ = try await server.decideFirstCase(.ban, by: people[2])
        let after = try #require(try await archive(of: people[1].address, server))
        #expect(try JSONValue(json: after)["sections"]?["account"] == JSONValue(json: before)["sections"]?["account"])
        #expect(try await server.backend.erase(EmailAddress(people[1].address)))
        try await server.backend.runScheduledWork()
        let file = try await archive(of: people[1].address, server)
        #expect(file == nil)
        server.clock.advance(by: .seconds(600))
        let (refused, _) = try await server.trySignIn(people[1].address)
        #expect(refused.code == .accountSuspended)
    }
}
