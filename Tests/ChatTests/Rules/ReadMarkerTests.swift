import Testing

@testable import Chat

@Suite struct ReadMarkerTests {
    @Test func `a message is read after 500 milliseconds on the screen, and not before`() {
        var marker = ReadMarker(watermark: 3)
        marker.show(5, at: .zero)
        #expect(marker.settlesAt == .milliseconds(500))
        #expect(marker.settle(at: .milliseconds(499)) == nil)
        #expect(marker.settle(at: .milliseconds(500)) == 5)
        #expect(marker.watermark == 5 && marker.settlesAt == nil)
    }

    @Test func `a message that leaves the screen earlier is not read`() {
        var marker = ReadMarker()
        marker.show(5, at: .zero)
        marker.show(nil, at: .milliseconds(300))
        #expect(marker.settle(at: .seconds(2)) == nil)
        marker.show(5, at: .seconds(3))
        marker.show(2, at: .milliseconds(3_100))
        #expect(marker.settle(at: .milliseconds(3_600)) == 2)
    }

    @Test func `messages that scroll in do not delay the messages before them`() {
        var marker = ReadMarker()
        for step in 1...6 { marker.show(step, at: .milliseconds(step * 100)) }
        #expect(marker.settle(at: .milliseconds(750)) == 2)
        #expect(marker.settle(at: .milliseconds(1_100)) == 6)
    }

    @Test func `the place where fast scrolling stops is read`() {
        var marker = ReadMarker()
        for seq in 1...1_000 { marker.show(seq, at: .microseconds(seq * 400)) }
        #expect(marker.settle(at: .milliseconds(900)) == 1_000)
    }

    @Test func `the watermark never decreases`() {
        var marker = ReadMarker(watermark: 9)
        marker.show(4, at: .zero)
        #expect(marker.settlesAt == nil)
        #expect(marker.settle(at: .seconds(1)) == nil)
        #expect(marker.raise(to: 8) == false)
        #expect(marker.watermark == 9)
        #expect(marker.raise(to: 10) == true)
    }

    @Test func `a watermark of another device removes the messages that waited below it`() {
        var marker = ReadMarker()
        marker.show(5, at: .zero)
        marker.raise(to: 7)
        #expect(marker.settlesAt == nil)
        #expect(marker.settle(at: .seconds(1)) == nil)
        #expect(marker.watermark == 7)
    }
}

@Suite struct PollingIntervalTests {
    @Test func `an open conversation is polled every three seconds, with and without changes`() {
        var interval = PollingInterval()
        for hasNews in [false, true, false] {
            interval.next(hasNews: hasNews, isOpen: true)
            #expect(interval.current == .seconds(3))
        }
    }

    @Test func `an idle conversation is polled less often, up to every 30 seconds, and again after a change`() {
        var interval = PollingInterval()
        var intervals: [Duration] = []
        for _ in 0..<5 {
            interval.next(hasNews: false, isOpen: false)
            intervals.append(interval.current)
        }
        #expect(intervals == [6, 12, 24, 30, 30].map { .seconds($0) })
        interval.next(hasNews: true, isOpen: false)
        #expect(interval.current == .seconds(3))
    }
}
