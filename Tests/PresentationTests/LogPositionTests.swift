import OrbitModels
import Testing

@testable import Presentation

/// The events that a snapshot at a position includes.
@Suite struct LogPositionTests {
    @Test func `a snapshot lacks later events and all events of another epoch`() {
        let position = LogPosition(epoch: "e", seq: 3)
        let end = LogPosition(epoch: "e", seq: 9)
        let lacking = (1...9).filter { seq in
            position.lacks(.gone("a", seq: seq), upTo: end)
        }
        #expect(lacking == [4, 5, 6, 7, 8, 9])
        #expect(position.lacks(.gone("a", seq: 1), upTo: LogPosition(epoch: "f", seq: 9)))
    }

    @Test(arguments: [
        (LogPosition(epoch: "e", seq: 4), LogPosition(epoch: "e", seq: 4)),
        (LogPosition(epoch: "e", seq: 2), LogPosition(epoch: "e", seq: 3)),
        (LogPosition(epoch: "f", seq: 2), LogPosition(epoch: "f", seq: 2)),
    ])
    func `a snapshot advances to a later position and to any position of another epoch`(
        end: LogPosition, result: LogPosition
    ) {
        var position = LogPosition(epoch: "e", seq: 3)
        position.advance(to: end)
        #expect(position == result)
    }
}
