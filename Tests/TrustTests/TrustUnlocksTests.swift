import OrbitModels
import Testing

@testable import Trust

@Suite struct TrustUnlocksTests {
    private let standard = TrustUnlocks.standard

    @Test func `a newcomer hosts at most ten places, invites no strangers and hosts no series`() {
        #expect(standard.allows(.host(places: 10), at: .newcomer) && !standard.allows(.host(places: 11), at: .newcomer))
        #expect(!standard.allows(.inviteStranger, at: .newcomer) && !standard.allows(.hostSeries, at: .newcomer))
        #expect(standard.allows(.inviteStranger, at: .participant))
        #expect(standard.allowed(at: TrustLevel(rawValue: "newer")) == standard.allowed(at: .newcomer))
    }

    @Test(arguments: [
        (TrustLevel.newcomer, 10, 10, false), (.participant, 30, 30, true), (.trusted, 100, 100, true),
        (.pillar, 1_000, 200, true),
    ])
    func `a level has the table's permissions`(level: TrustLevel, places: Int, invitations: Int, strangers: Bool) {
        #expect(
            standard.allowed(at: level)
                == TrustPermissions(
                    maxPlaces: places, mayInviteStrangers: strangers, mayHostSeries: strangers,
                    dailyInvitations: invitations))
        #expect(standard.allows(.invite(perDay: invitations), at: level))
        #expect(!standard.allows(.invite(perDay: invitations + 1), at: level))
    }

    @Test func `a higher level allows all permissions of a lower level`() {
        let actions: [GatedAction] =
            [.inviteStranger, .hostSeries]
            + (0...12).flatMap { power in
                [.host(places: 1 << power), .invite(perDay: 1 << power)]
            }
        for (lower, higher) in zip(TrustLevel.known, TrustLevel.known.dropFirst()) {
            for action in actions where standard.allows(action, at: lower) {
                #expect(standard.allows(action, at: higher))
            }
        }
    }

    @Test func `a missing requirement has a text`() {
        #expect(
            standard.missingRequirement(for: .host(places: 30), at: .newcomer)?.phrase()
                == "You need the level Participant to host 30 people.")
        #expect(standard.missingRequirement(for: .host(places: 30), at: .participant) == nil)
        #expect(
            standard.missingRequirement(for: .host(places: .max), at: .pillar)?.phrase()
                == "Nobody can host without a limit of places here.")
        for action in [GatedAction.host(places: 5_000), .inviteStranger, .hostSeries, .invite(perDay: 9_000)] {
            #expect(!MissingRequirement(action: action, level: nil).phrase().isEmpty)
            #expect(!MissingRequirement(action: action, level: .pillar).phrase().isEmpty)
        }
    }

    @Test func `without levels all permissions are granted, and an empty table grants no permission`() {
        for level in TrustLevel.known + [TrustLevel(rawValue: "newer")] {
            #expect(TrustUnlocks.everything.allowed(at: level) == .all)
        }
        #expect(TrustUnlocks([:]).allowed(at: .pillar) == .none)
        #expect(TrustUnlocks([.newcomer: .all]).allowed(at: .trusted) == .all)
    }
}
