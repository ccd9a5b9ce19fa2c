import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Chat

/// Histories of a conversation with messages, edits, deletions and reactions, delivered in random ways.
@Suite struct RandomWindowTests {
    private typealias Given = ChatUnderTest

    /// Returns the versions of all messages in the order of their creation.
    private static func history(_ count: Int, from random: inout SplitMix64) -> [Message] {
        var messages: [Message] = []
        var events: [Message] = []
        for _ in 0..<count {
            if messages.isEmpty || Int.random(in: 0..<10, using: &random) < 6 {
                let seq = messages.count + 1
                let message = Given.message(seq, from: Bool.random(using: &random) ? "maya" : "liam")
                messages.append(message)
                events.append(message)
                continue
            }
            let index = Int.random(in: messages.indices, using: &random)
            messages[index].version += 1
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                let emoji = ["👍", "❤️", "👍🏽"].randomElement(using: &random).flatMap { Emoji($0) }
                if let emoji { messages[index].setReaction(Bool.random(using: &random), emoji, of: "liam") }
            case 2: messages[index].text = "Edit \(events.count)"
            default:
                messages[index].text = nil
                messages[index].deletedAt = Given.now
            }
            events.append(messages[index])
        }
        return events
    }

    private static func content(_ window: MessageWindow) -> [Message] { (0..<window.count).map { window[$0] } }

    private static func final(_ events: [Message]) -> [Message] {
        Dictionary(grouping: events, by: \.seq).values.compactMap { $0.max { $0.version < $1.version } }
            .sorted { $0.seq < $1.seq }
    }

    @Test(arguments: 0..<200)
    func `events in any order, repetition and grouping with pages give the same window`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let events = Self.history(120, from: &random)
        // The first part is known from a page, which was requested at a random moment.
        let known = Int.random(in: 1...60, using: &random)
        var window = MessageWindow(of: "c1", for: "maya")
        let early = window.request(.end)
        let page = MessagePage(Self.final(Array(events[..<known])), hasEarlier: false, hasLater: false)
        var delivered = events + (0..<40).compactMap { _ in events.randomElement(using: &random) }
        delivered.shuffle(using: &random)
        let moment = Int.random(in: 0...delivered.count, using: &random)
        for (index, event) in delivered.enumerated() {
            if index == moment { window.merge(page, answering: early) }
            window.fold(event)
        }
        if moment == delivered.count { window.merge(page, answering: early) }
        #expect(Self.content(window) == Self.final(events), "seed \(seed)")
        #expect(window.isAtEnd && !window.isOutdated)
    }

    @Test(arguments: 0..<100)
    func `two devices with different deliveries are equal after a load`(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 1_000)
        let events = Self.history(150, from: &random)
        let all = MessagePage(Self.final(events), hasEarlier: false, hasLater: false)
        let devices = (0..<2).map { _ -> MessageWindow in
            var window = MessageWindow(of: "c1", for: "maya")
            let start = Int.random(in: 1..<events.count, using: &random)
            window.merge(
                MessagePage(Self.final(Array(events[..<start])), hasEarlier: false, hasLater: false),
                answering: window.request(.end))
            for event in events[start...] where Int.random(in: 0..<3, using: &random) > 0 { window.fold(event) }
            window.merge(all, answering: window.request(.end))
            return window
        }
        #expect(Self.content(devices[0]) == Self.content(devices[1]), "seed \(seed)")
        #expect(Self.content(devices[0]) == Self.final(events))
    }

    @Test(arguments: 0..<100)
    func `random pages of a long conversation never leave a hole in the window`(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 2_000)
        let messages = (1...300).map { Given.message($0) }
        var window = MessageWindow(of: "c1", for: "maya")
        func page(_ range: Range<Int>) -> MessagePage {
            let range = range.clamped(to: 0..<300)
            return MessagePage(
                Array(messages[range]), hasEarlier: range.lowerBound > 0, hasLater: range.upperBound < 300)
        }
        for _ in 0..<40 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: window.merge(page(280..<300), answering: window.request(.end))
            case 1:
                let center = Int.random(in: 1...300, using: &random)
                window.merge(page(center - 10..<center + 10), answering: window.request(.around(center)))
            case 2 where window.isLoaded:
                window.merge(
                    page(window.lower - 21..<window.lower - 1), answering: window.request(.before(window.lower)))
            case 3 where window.isLoaded:
                window.merge(page(window.upper..<window.upper + 20), answering: window.request(.after(window.upper)))
            default: break
            }
            let seqs = (0..<window.count).map { window[$0].seq }
            #expect(seqs == Array(seqs.first.map { $0..<$0 + seqs.count } ?? 0..<0), "seed \(seed)")
            #expect(!window.isAtEnd || seqs.last == 300)
        }
    }
}
