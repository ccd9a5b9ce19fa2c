import Foundation
import Networking
import OrbitModels
import OrbitStore
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

extension FeatureFixture {
    static let safety = FeatureFixture(
        contract: [.safety],
        accessMatrix: AccessFixture(
            requests: [
                "mutePerson": .json { _ in MuteRequest() },
                "createCheckIn": .json { $0.server.checkInEntry() },
                "extendCheckIn": .json { ExtendCheckInRequest(dueAt: $0.server.after(hours: 40)) },
                "extendPlanShare": .json { _ in ExtendShareRequest(hours: 5) },
            ],
            kinds: ["check_in": AccessFixture.Kind(isOfParties: true)],
            // People do not mute themselves.
            exceptions: [.init(operation: "mutePerson", column: .owner, response: .unseen)],
            steps: [.present: { try await $0.makeCare() }]),
        blockMatrix: BlockFixture(
            rows: rows, privateParameters: ["check_in_id", "share_token"],
            pathsIndependentOfConnection: ["/check-ins", "/shared-plans", "/meetups"],
            steps: [.privateThings: { try await $0.makeCheckIn(of: $1) }, .links: { try await $0.makeShare(of: $1) }],
            connections: [.match: { try await $0.mute() }]),
        life: [
            .met: { try await $0.takeCare() },
            .aboutToBegin: { _ = try await $0.server.shareToken($0.hosted[0], by: $0.person) },
            .attending: { _ = try await $0.server.shareToken($0.attended[0], by: $0.person) },
        ],
        archive: ArchiveFixture(
            sections: ["mutes", "check_ins", "plan_shares"],
            changedScreens: [
                "/check-ins":
                    "Two servers would write to one contact, and an address in a file is not its owner's consent."
            ],
            refused: [
                (
                    #""surfaces":["suggestions""#, #""surfaces":["suggestions","suggestions""#,
                    .invalid(section: "mutes")
                ),
                (#""surfaces":["suggestions""#, #""surfaces":["smells""#, .invalid(section: "mutes")),
                (
                    #""mutes":["#,
                    #""mutes":[{"muted_at":"2027-01-01T00:00:00Z","surfaces":["pokes"],"user_id":"a>b"},"#,
                    .invalid(section: "mutes")
                ),
            ]))

    private static let rows: [String: BlockRow] = [
        "listMutes": .shows, "readSharedPlan": .shows, "listCheckIns": .ofCaller, "readPlanShare": .ofCaller,
        "readBlockedAttendance": .count, "extendPlanShare": .acts, "mutePerson": .acts, "sharePlan": .acts,
        "cancelCheckIn": .own, "createCheckIn": .own, "extendCheckIn": .own, "markSafe": .own,
        "revokePlanShare": .sameForEveryID, "unmutePerson": .sameForEveryID, "acceptCheckInMail": .withoutSession,
        "refuseCheckInMail": .withoutSession,
    ]
}

extension AuthorizationWorld {
    fileprivate mutating func makeCare() async throws {
        let (owner, meetup) = (try person(.owner), MeetupID(identifiers["meetup_id"] ?? ""))
        identifiers["check_in_id"] = try await server.checkIn(inMinutes: 1_440, by: owner).id.rawValue
        _ = try await server.share(meetup, by: person(.attendee))
        identifiers["share_token"] = try await server.shareToken(meetup, by: owner)
        // The server stores this record when it sends a message to a contact.
        let context = server.backend.context
        let token = context.contactToken("address")
        try await server.store.transaction {
            try $0.put(ContactRecord(key: context.contactKey(token), address: "address"))
        }
        identifiers["contact_token"] = token
    }
}

extension BlockWorld {
    fileprivate mutating func makeCheckIn(of number: Int) async throws {
        let contact = CheckInContact(name: "A friend", email: pair[1 - number].address)
        own[number]["check_in_id"] = [
            try await server.checkIn(inMinutes: 600, to: contact, by: pair[number]).id.rawValue
        ]
    }

    /// Shares a meetup of the other person.
    fileprivate mutating func makeShare(of number: Int) async throws {
        let meetup = MeetupID(try #require(own[1 - number]["meetup_id"]?.dropFirst().first))
        own[number]["share_token"] = [try await server.shareToken(meetup, by: pair[number])]
    }

    fileprivate func mute() async throws {
        for number in 0..<2 { #expect(try await server.mute(pair[1 - number].id, by: pair[number]).status == 200) }
    }
}

extension FullLife {
    /// Makes both people mute each other, and the person set a check-in.
    fileprivate func takeCare() async throws {
        #expect(try await server.mute(match.id, by: person).status == 200)
        #expect(try await server.mute(person.id, by: match).status == 200)
        _ = try await server.checkIn(by: person) { $0.message = "At \(Self.canary)" }
    }
}
