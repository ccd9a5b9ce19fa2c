import Discover
import Matching
import Networking
import OrbitModels
import OrbitStore
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let discover = FeatureFixture(
        contract: [.discover],
        accessMatrix: AccessFixture(
            requests: requests,
            exceptions: [
                // People cannot give less-like feedback about themselves.
                .init(operation: "showLessLike", column: .owner, response: .unseen),
                // Callers without a profile are shown no people, so there is no person for the feedback.
                .init(operation: "showLessLike", column: .incomplete, response: .unseen),
            ]),
        blockMatrix: BlockFixture(
            rows: rows, named: ["noteSeen": ["user_id"]], steps: [.privateThings: { try await $0.noteSeen(by: $1) }],
            connections: [.none: { try await $0.discover() }, .match: { try await $0.showLessLike() }]),
        life: [
            .alone: { try await $0.setDealbreakers() }, .acquainted: { try await $0.markPeople() },
            .looking: { try await $0.discover() },
        ],
        archive: ArchiveFixture(
            sections: ["taste", "seen"], changedScreens: ["/discover/users": ArchiveFixture.needsBoth],
            refused: [
                (
                    #""seen":["#, #""seen":[{"date":"2026-01-01","user_ids":["PERSON"]},"#,
                    .invalid(section: "seen")
                )
            ]))

    private static let requests: [String: AuthorizationRequest] = [
        "noteSeen": .json { SeenRequest(userIDs: [$0.user]) },
        "setDealbreakers": .json(
            { scene in
                try await scene.server.store.read {
                    [("If-Match", try PreferenceRecord.of(scene.caller.id, in: $0).entityTag.rawValue)]
                }
            }, { _ in Keyed(Dealbreakers(ages: 20...30)) }),
    ]

    private static let rows: [String: BlockRow] = [
        "discoverPeople": .shows, "listLessLike": .shows, "readDealbreakers": .ofCaller, "showLessLike": .acts,
        "setDealbreakers": .own, "noteSeen": .sameForEveryID, "takeBackLessLike": .sameForEveryID,
    ]
}

extension BlockWorld {
    fileprivate func noteSeen(by number: Int) async throws {
        let (me, other) = (pair[number], pair[1 - number])
        let seen = try await server.post("/discover/seen", SeenRequest(userIDs: [other.id]), token: me.token)
        #expect(seen.status == 200)
    }

    fileprivate func discover() async throws {
        for person in pair { _ = try await server.send(.get, "/discover/users", token: person.token) }
    }

    fileprivate func showLessLike() async throws {
        for number in 0..<2 {
            let path = "/discover/less-like/\(pair[1 - number].id)"
            #expect(try await server.send(.put, path, token: pair[number].token).status == 200)
        }
    }
}

extension FullLife {
    fileprivate func setDealbreakers() async throws {
        _ = try await server.set(Dealbreakers(ages: 18...30), by: person)
    }

    fileprivate func markPeople() async throws {
        _ = try await server.send(.put, "/discover/less-like/\(others[5].id)", token: person.token)
        _ = try await server.send(.put, "/discover/less-like/\(person.id)", token: others[5].token)
        _ = try await server.send(.put, "/discover/less-like/\(person.id)", token: others[1].token)
        _ = try await server.post("/discover/seen", SeenRequest(userIDs: others.map(\.id)), token: person.token)
    }

    fileprivate func discover() async throws {
        for member in [person] + others { _ = try await server.send(.get, "/discover/users", token: member.token) }
    }
}
