import Connections
import Foundation
import OrbitModels
import Testing

@Suite struct PokeStateTests {
    /// What comes of each action of its rightful party, by the state before; `nil` where it is over.
    private static let table: [(PokeState, [PokeAction: PokeState])] = [
        (
            .pending,
            [.accept: .accepted, .decline: .declined, .ignore: .ignored, .withdraw: .withdrawn]
        ),
        (
            .declined,
            [.accept: .accepted, .decline: .declined, .ignore: .ignored, .withdraw: .withdrawn]
        ),
        (
            .ignored,
            [.accept: .accepted, .decline: .declined, .ignore: .ignored, .withdraw: .withdrawn]
        ),
        (.accepted, [.accept: .accepted]),
        (.withdrawn, [.withdraw: .withdrawn]),
        (.expired, [:]),
    ]

    private static let rightful: [PokeAction: PokeParty] = [
        .accept: .recipient, .decline: .recipient, .ignore: .recipient, .withdraw: .asker,
    ]

    @Test func `every action by everyone in every state has an answer`() {
        #expect(Self.table.map(\.0) == PokeState.allCases)
        for (state, outcomes) in Self.table {
            for action in PokeAction.allCases {
                for party in PokeParty.allCases {
                    let expected: Result<PokeState, PokeRefusal> =
                        if party != Self.rightful[action] {
                            .failure(.notYours)
                        } else if let outcome = outcomes[action] {
                            .success(outcome)
                        } else {
                            .failure(.over(state))
                        }
                    let result = Result { () throws(PokeRefusal) in try state.after(action, by: party) }
                    #expect(result == expected, "\(state) \(action) \(party)")
                }
            }
        }
    }

    @Test func `repeating what ended a poke changes nothing`() throws {
        for action in PokeAction.allCases {
            let once = try PokeState.pending.after(action, by: action.party)
            #expect(try once.after(action, by: action.party) == once)
        }
    }

    @Test func `to the one who asked, declined and ignored look like unread`() {
        let told = PokeState.allCases.map { $0.disclosed(to: .asker) }
        #expect(told == [.pending, .pending, .pending, .accepted, .withdrawn, .expired])
        #expect(PokeState.allCases.map { $0.disclosed(to: .recipient) } == PokeState.allCases)
    }

    @Test func `what the asker may do or is told never depends on the answer`() {
        let unread = PokeState.pending
        for answered in [PokeState.declined, .ignored] {
            #expect(answered.disclosed(to: .asker) == unread.disclosed(to: .asker))
            for action in PokeAction.allCases where action.party != .recipient {
                #expect(
                    (try? answered.after(action, by: .asker)) == (try? unread.after(action, by: .asker)), "\(action)")
            }
        }
    }

    @Test func `an open poke lapses at its hour, and one that is over does not`() {
        let lapsing = Date(timeIntervalSince1970: 1_800_000_000)
        for state in PokeState.allCases {
            #expect(state.at(lapsing.addingTimeInterval(-1), lapsing: lapsing) == state)
            #expect(state.at(lapsing, lapsing: lapsing) == (state.isOpen ? .expired : state))
        }
    }

    @Test func `states and wire statuses are the same words`() {
        #expect(PokeState.allCases.map(\.status).allSatisfy { PokeStatus.known.contains($0) })
        #expect(PokeStatus.known.compactMap { PokeState($0) }.count == PokeStatus.known.count)
        #expect(PokeState(PokeStatus(rawValue: "snoozed")) == nil)
    }

    @Test func `a refusal tells people what to do`() {
        #expect(PokeRefusal.notYours.errorDescription == "Only the other person can do this.")
        #expect(PokeRefusal.over(.accepted).errorDescription?.contains("your matches") == true)
        #expect(PokeRefusal.over(.withdrawn).errorDescription == PokeRefusal.over(.expired).errorDescription)
    }
}
