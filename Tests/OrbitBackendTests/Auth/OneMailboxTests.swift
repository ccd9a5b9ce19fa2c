import Auth
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Testing
import Validation

@testable import BackendRuntime
@testable import OrbitBackend

/// One mailbox is one person, however its address is written.
@Suite struct OneMailboxTests {
    private let server = TestServer()
    private let maya = "maya@stanford.edu"

    @Test(arguments: ["maya+x@stanford.edu", "Maya+a+b@Stanford.EDU", "MAYA@stanford.edu"])
    func `a tag signs in to the account of the mailbox`(_ address: String) async throws {
        let first = try await server.signIn(maya)
        server.clock.advance(by: .seconds(30))
        let again = try await server.signIn(address)
        #expect(again.userID == first.userID)
        #expect(!again.isNewUser)
    }

    @Test func `an account made with a tag is that of the mailbox as well`() async throws {
        let first = try await server.signIn("maya+orbit@stanford.edu")
        server.clock.advance(by: .seconds(30))
        #expect(try await server.signIn(maya).userID == first.userID)
        server.clock.advance(by: .seconds(30))
        #expect(try await server.signIn("maya+other@stanford.edu").userID == first.userID)
    }

    @Test(arguments: ["m.aya@stanford.edu", "maya@cs.stanford.edu", "+maya@stanford.edu", "+x@stanford.edu"])
    func `dots and sub-domains are of other mailboxes, and a tag of nobody is none`(_ address: String) async throws {
        let first = try await server.signIn(maya)
        let plus = try await server.signIn("+liam@stanford.edu")
        let other = try await server.signIn(address)
        #expect(other.isNewUser)
        #expect(other.userID != first.userID && other.userID != plus.userID)
    }

    @Test func `the code goes to the mailbox itself, so that a tag opens no account of another`() async throws {
        _ = try await server.sendCode(to: "Maya+x@stanford.edu")
        #expect(server.mailbox.last?.recipient.text == "Maya@stanford.edu")
    }

    @Test func `of two older accounts the other still opens by its own address, and the elder by all others`()
        async throws
    {
        let (elder, younger) = (UserID("elder"), UserID("younger"))
        let now = server.clock.date
        try await server.store.transaction { transaction in
            for (id, address, age) in [(younger, "maya+b@stanford.edu", 1.0), (elder, "maya+a@stanford.edu", 2)] {
                try transaction.put(
                    AccountRecord(
                        id: id, email: EmailAddress(address), campus: "stanford.edu",
                        createdAt: now.addingTimeInterval(-age)))
            }
        }
        for (address, id) in [
            ("maya+b@stanford.edu", younger), ("maya+a@stanford.edu", elder), (maya, elder),
            ("maya+c@stanford.edu", elder),
        ] {
            #expect(try await server.signIn(address).userID == id)
            server.clock.advance(by: .seconds(600))
        }
    }

    @Test func `a blocked person cannot come back by a tag`() async throws {
        let (blocker, blocked) = (try await server.signIn("liam@stanford.edu"), try await server.signIn(maya))
        try await server.store.transaction { transaction in
            try transaction.put(
                BlockRecord(
                    blocker: blocker.userID, blocked: blocked.userID, campus: "stanford.edu", name: nil,
                    blockedAt: server.clock.date))
        }
        server.clock.advance(by: .seconds(30))
        let back = try await server.signIn("maya+again@stanford.edu")
        let stands = try await server.store.read {
            try BlockRecord.stands(between: UserPair(blocker.userID, back.userID), in: $0)
        }
        #expect(stands)
        #expect(!back.isNewUser)
    }
}
