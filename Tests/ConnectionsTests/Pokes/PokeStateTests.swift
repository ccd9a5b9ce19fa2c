import Connections
import Foundation
import OrbitModels
import Testing

@Suite struct PokeStateTests {
    /// The state after each action of the party that may act, by the state before. Actions on an ended poke are absent.
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
        .accept: .recipient, .decline: .recipient, .ignore: .recipient, .withdraw: .sender,
    ]

    @Test func `every action by every party in every state has the result of the table`() {
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

    @Test func `repeating the action that ended a poke changes nothing`() throws {
        for action in PokeAction.allCases {
            let once = try PokeState.pending.after(action, by: action.party)
            #expect(try once.after(action, by: action.party) == once)
        }
    }

    @Test func `a declined or ignored poke looks pending to its sender`() {
        let told = PokeState.allCases.map { $0.disclosed(to: .sender) }
        #expect(told == [.pending, .pending, .pending, .accepted, .withdrawn, .expired])
        #expect(PokeState.allCases.map { $0.disclosed(to: .recipient) } == PokeState.allCases)
    }

    @Test func `the sender's actions and the disclosed state do not depend on a decline`() {
        let unread = PokeState.pending
        for answered in [PokeState.declined, .ignored] {
            #expect(answered.disclosed(to: .sender) == unread.disclosed(to: .sender))
            for action in PokeAction.allCases where action.party != .recipient {
                #expect(
                    (try? answered.after(action, by: .sender)) == (try? unread.after(action, by: .sender)), "\(action)")
            }
        }
    }

    @Test func `an open poke expires at its deadline, and an ended poke does not`() {
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

    @Test func `a refusal has a text for its reason, equal for withdrawn and expired pokes`() {
        #expect(PokeRefusal.notYours.errorDescription == "Only the other person can do this.")
        #expect(PokeRefusal.over(.accepted).errorDescription?.contains("your matches") == true)
        #expect(PokeRefusal.over(.withdrawn).errorDescription == PokeRefusal.over(.expired).errorDescription)
    }
}
