import Foundation
import OrbitModels
import Testing

@testable import Chat

@Suite struct TypingTests {
    private let now = ChatUnderTest.now

    @Test func `the first keystroke sends a notice, and later ones repeat it at the server's interval`() {
        var notices = TypingNotices()
        let sent = (0..<12).filter { notices.type(at: .seconds($0)) }
        #expect(sent == [0, 5, 10])
    }

    @Test func `a pause ends typing once`() {
        var notices = TypingNotices(intervals: TypingIntervals(resend: 5, stop: 4, expire: 15))
        _ = notices.type(at: .zero)
        _ = notices.type(at: .seconds(2))
        #expect(notices.stopsAt == .seconds(6))
        #expect(notices.pause(at: .seconds(5)) == false)
        #expect(notices.pause(at: .seconds(6)) == true)
        #expect(notices.pause(at: .seconds(7)) == false)
        #expect(notices.type(at: .seconds(7)) == true)
    }

    @Test func `a sent message needs no notice, and an emptied field sends one`() {
        var notices = TypingNotices()
        _ = notices.type(at: .zero)
        notices.didSend()
        #expect(notices.stop() == false)
        _ = notices.type(at: .seconds(1))
        #expect(notices.stop() == true)
        #expect(!notices.isTyping)
    }

    @Test func `a notice is shown for its duration, whatever the clock of the server`() {
        for skew in [-20.0, 0, 3_600] {
            var typing = TypingPeople()
            let sent = now.addingTimeInterval(skew)
            typing.note("liam", until: sent.addingTimeInterval(15), sent: sent, at: now)
            #expect(typing.people(at: now.addingTimeInterval(14)) == ["liam"], "skew \(skew)")
            #expect(typing.people(at: now.addingTimeInterval(15)).isEmpty)
        }
    }

    @Test func `a clock that is set back does not keep a notice on the screen`() {
        var typing = TypingPeople()
        typing.note("liam", until: now.addingTimeInterval(15), sent: now, at: now)
        #expect(typing.people(at: now.addingTimeInterval(-3_600)).isEmpty)
        typing.removeExpired(at: now.addingTimeInterval(-3_600))
        #expect(typing.changes.isEmpty)
    }

    @Test func `an old notice, a notice without an end and an endless notice do not stay`() {
        var typing = TypingPeople()
        let old = now.addingTimeInterval(-300)
        typing.note("liam", until: old.addingTimeInterval(15), sent: old, at: now)
        #expect(typing.people(at: now).isEmpty)
        typing.note("liam", until: .distantFuture, sent: now, at: now)
        #expect(typing.people(at: now.addingTimeInterval(121)).isEmpty)
        typing.note("ana", until: now.addingTimeInterval(15), sent: now, at: now)
        typing.note("ana", until: nil, sent: now, at: now)
        #expect(typing.people(at: now) == ["liam"])
        typing.removeExpired(at: now.addingTimeInterval(121))
        #expect(typing.changes.isEmpty)
    }
}
