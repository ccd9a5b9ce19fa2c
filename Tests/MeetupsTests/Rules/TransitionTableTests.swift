import Meetups
import OrbitModels
import Testing

/// The only table of the transitions of a person at a meetup, in a form that people can read.
@Suite struct TransitionTableTests {
    /// `=` keeps the state, and `-` is refused. There is room, no approval is needed, and the action is early enough.
    private static let table = """
        from            join         leave      take_offer reconfirm   check_in   approve decline  invite  uninvite remove  offer   lapse   close
        absent          going        =          -          -           -          -       -        invited =        -       -       =       -
        host            -            -          -          -           -          -       -        -       -        -       -       -       -
        invited         going        absent     -          -           -          -       -        =       absent   -       -       absent  -
        requested       =            absent     -          -           -          going   declined going   -        -       -       expired -
        waiting         =            absent     -          -           -          -       -        =       -        removed offered absent  -
        offered         going        absent     going      -           -          -       -        =       -        removed =       absent  -
        going           =            cancelled  =          reconfirmed checked_in =       -        =       -        removed -       -       no_show
        reconfirmed     =            cancelled  =          =           checked_in =       -        =       -        removed -       -       no_show
        checked_in      =            -          =          =           =          =       -        =       -        -       -       -       =
        cancelled       going        =          -          -           -          -       -        invited -        -       -       -       -
        cancelled_late  going        =          -          -           -          -       -        invited -        -       -       -       -
        no_show         -            -          -          -           -          -       -        -       -        -       -       -       =
        declined        -            -          -          -           -          -       =        invited -        -       -       -       -
        expired         going        -          -          -           -          -       -        invited -        -       -       -       -
        removed         -            -          -          -           -          -       -        invited -        =       -       -       -
        """

    private static func cells(of line: Substring) -> [String] {
        line.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
    }

    private func outcome(
        _ state: AttendanceState, _ action: AttendanceAction, _ conditions: AttendanceConditions
    ) -> AttendanceState? {
        try? state.after(action, given: conditions)
    }

    @Test func `every state and action lead where the table says`() throws {
        let lines = Self.table.split(separator: "\n")
        let actions = try Self.cells(of: lines[0]).dropFirst().map { try #require(AttendanceAction(rawValue: $0)) }
        #expect(Set(actions) == Set(AttendanceAction.allCases) && actions.count == 13)
        let rows = lines.dropFirst().map(Self.cells)
        #expect(Set(rows.map { AttendanceState(rawValue: $0[0]) }) == Set(AttendanceState.known))
        for row in rows {
            let state = AttendanceState(rawValue: row[0])
            for (action, cell) in zip(actions, row.dropFirst()) {
                let expected: AttendanceState? =
                    switch cell {
                    case "-": nil
                    case "=": state
                    default: AttendanceState(rawValue: cell)
                    }
                #expect(outcome(state, action, AttendanceConditions()) == expected, "\(state) \(action)")
            }
        }
    }

    @Test func `each condition changes exactly its own transitions`() {
        let changes: [(AttendanceConditions, [(AttendanceState, AttendanceAction, AttendanceState)])] = [
            (
                AttendanceConditions(hasRoom: false),
                [
                    (.unrelated, .join, .waiting), (.cancelled, .join, .waiting), (.cancelledLate, .join, .waiting),
                    (.expired, .join, .waiting), (.invited, .join, .waiting), (.requested, .approve, .waiting),
                    (.requested, .invite, .waiting),
                ]
            ),
            (
                AttendanceConditions(needsApproval: true),
                [
                    (.unrelated, .join, .requested), (.cancelled, .join, .requested),
                    (.cancelledLate, .join, .requested),
                    (.expired, .join, .requested),
                ]
            ),
            (
                AttendanceConditions(isLate: true),
                [(.going, .leave, .cancelledLate), (.reconfirmed, .leave, .cancelledLate)]
            ),
        ]
        for (conditions, cells) in changes {
            for state in AttendanceState.known {
                for action in AttendanceAction.allCases {
                    let changed = cells.first { $0.0 == state && $0.1 == action }?.2
                    let usual = outcome(state, action, AttendanceConditions())
                    #expect(outcome(state, action, conditions) == changed ?? usual, "\(state) \(action)")
                }
            }
        }
    }

    @Test func `a repeated action has no further effect`() {
        for state in AttendanceState.known {
            for action in AttendanceAction.allCases {
                for hasRoom in [true, false] {
                    let conditions = AttendanceConditions(hasRoom: hasRoom)
                    guard let once = outcome(state, action, conditions) else { continue }
                    // A host who approves without room has decided, and the second approval is refused.
                    if action == .approve, once == .waiting { continue }
                    // A request that expired may be sent again: no request is left to expire.
                    if action == .lapse, once == .expired { continue }
                    #expect(outcome(once, action, conditions) == once, "\(state) \(action)")
                }
            }
        }
    }

    @Test func `no action is possible in a state of a newer server`() {
        for action in AttendanceAction.allCases {
            #expect(outcome(AttendanceState(rawValue: "newer"), action, AttendanceConditions()) == nil)
        }
    }

    @Test func `only attendees take part, and only attendees and offers take a place`() {
        let attending: [AttendanceState] = [.host, .going, .reconfirmed, .checkedIn]
        #expect(AttendanceState.known.filter(\.isAttending) == attending)
        #expect(Set(AttendanceState.known.filter(\.takesPlace)) == Set(attending + [.offered]))
        #expect(
            Set(AttendanceState.known.filter(\.isConcerned))
                == Set(attending + [.invited, .requested, .waiting, .offered]))
    }

    @Test func `each action belongs to a single party`() {
        #expect(AttendanceAction.allCases.filter { $0.party == .guest }.count == 5)
        #expect(AttendanceAction.allCases.filter { $0.party == .host }.count == 5)
        #expect(AttendanceAction.allCases.filter { $0.party == .server } == [.offer, .lapse, .close])
    }
}
