import OrbitModels
import Testing

@Suite struct LogPositionTextTests {
    @Test(arguments: [("e:0", "e", 0), ("e:07", "e", 7), ("a:b:9223372036854775807", "a:b", Int.max)])
    func `a position is an epoch, a colon and a number`(text: String, epoch: String, seq: Int) {
        #expect(LogPosition(text) == LogPosition(epoch: epoch, seq: seq))
    }

    @Test(arguments: ["", ":", ":5", "e", "e:", "e:-5", "e:+5", "e:5x", "e: 5", "e:٣", "e:9223372036854775808"])
    func `a text that is not a position is refused`(text: String) {
        #expect(LogPosition(text) == nil)
    }
}
