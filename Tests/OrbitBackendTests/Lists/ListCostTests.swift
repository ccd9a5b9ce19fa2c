import Foundation
import Networking
import OrbitModels
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// Every list of the contract, by the store calls that one page takes.
@Suite struct ListCostTests {
    /// The most store calls of a page, whatever is stored and however large the page is. Four of them find the caller
    /// and the log.
    private static let maxCalls = 30

    /// Lists that never fill a page of a hundred, and the reason.
    private static let short = [
        "listMessages": "It reads a range of numbers in one call; see `MessageWindowTests`.",
        "listProposals": "A conversation has few proposals.",
        "listSeries": "A series has at most 52 meetups.",
        "readCase": "A case shows the last 50 decisions.",
        "readEvents": "The log has no pages.",
        "readMeetupMap": "It counts the meetups of each square.",
        "readTodaysMatch": "A day brings one or two people together.",
        "suggestMeetups": "It suggests at most 20.",
        "suggestPeople": "It suggests at most 20.",
    ]

    @Test func `a page of any list takes few store calls, with ten and with a thousand stored elements`() async throws {
        let contract = try Contract.current.get()
        let operations = contract.operations.sorted { $0.id < $1.id }
        let worlds = [
            try await ListWorld.people(.match, viewer: 1),
            try await ListWorld.people(.poke, viewer: 0, copying: ["accounts", "pokes"]),
            try await ListWorld.people(.poke, viewer: 1, copying: ["accounts", "pokes"]),
            try await ListWorld.people(
                .none, viewer: 1, copying: ["accounts", "meetup_guests"], sharingMeetups: true),
            try await ListWorld.moderation(),
        ]
        var full: Set<String> = []
        for world in worlds {
            let (small, large) = (try await world.multiplied(by: 10), try await world.multiplied(by: 1_000))
            for operation in operations where !full.contains(operation.id) {
                for route in try ListRoute.all(operation, in: world, contract) {
                    // The first request after a start reads the campus.
                    for one in [small, large] { _ = try await route.read(limit: 20, one.server, one.store) }
                    for (limit, one) in [(20, small), (20, large), (100, large)] {
                        let page = try await route.read(limit: limit, one.server, one.store)
                        #expect(page.calls <= Self.maxCalls, "\(operation.id): \(page.calls) for \(page.elements)")
                        if page.elements == 100 { full.insert(operation.id) }
                    }
                }
            }
        }
        // Each list has a world with a full page, except for the lists in `short`. Otherwise the test would not measure
        // the cost of the list.
        let lists = try operations.filter { try contract.listMember(of: $0) != nil }.map(\.id)
        #expect(Set(lists).subtracting(full) == Set(Self.short.keys))
    }

    @Test func `a page of a list whose thousand elements are all hidden takes few store calls`() async throws {
        // Only the pokes are copied, so their senders do not exist.
        let world = try await ListWorld.people(.poke, viewer: 1, copying: ["pokes"])
        let (server, store) = try await world.multiplied(by: 1_000)
        let contract = try Contract.current.get()
        let operation = try #require(contract.operations.first { $0.id == "listIncomingPokes" })
        let route = try #require(try ListRoute.all(operation, in: world, contract).first)
        let page = try await route.read(limit: 20, server, store)
        #expect(page.elements == 1)
        #expect(page.calls <= Self.maxCalls, "\(page.calls)")
    }
}
