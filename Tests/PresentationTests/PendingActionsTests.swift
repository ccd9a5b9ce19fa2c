import Networking
import OrbitModels
import Testing
import TimeAndChance

@testable import Presentation

@Suite struct PendingActionsTests {
    /// The rules of `PendingActions` without an index: every operation searches all entries.
    private struct PlainActions {
        struct Entry {
            let key: String
            var events: [LogEvent]
            var effect: LogPosition?

            func isIncluded(at position: LogPosition) -> Bool {
                effect.map { $0.epoch == position.epoch && $0.seq <= position.seq } ?? false
            }
        }

        var entries: [Entry] = []

        mutating func confirm(_ key: String, at position: LogPosition) {
            for index in entries.indices where entries[index].key == key { entries[index].effect = position }
        }

        mutating func settle(by events: [LogEvent], at position: LogPosition) -> Bool {
            let (count, done) = (entries.count, Set(events.compactMap(\.action)))
            entries.removeAll { done.contains($0.key) || $0.isIncluded(at: position) }
            for hidden in events where hidden.kind == .personHidden {
                for index in entries.indices {
                    entries[index].events.removeAll { $0.kind != .personHidden && $0.subject == hidden.subject }
                }
            }
            return entries.count < count
        }

        mutating func remove(_ key: String) -> Bool {
            defer { entries.removeAll { $0.key == key } }
            return entries.contains { $0.key == key }
        }

        mutating func takeConfirmed() -> [LogEvent] {
            defer { entries.removeAll { $0.effect != nil } }
            return entries.filter { $0.effect != nil }.flatMap(\.events)
        }

        func events(missingAt position: LogPosition) -> [LogEvent] {
            entries.filter { !$0.isIncluded(at: position) }.flatMap(\.events)
        }
    }

    /// A log, a value at a position of its own, and the same pending actions in both forms.
    private struct World {
        var random: RandomSource
        var pending = PendingActions()
        var plain = PlainActions()
        var position = LogPosition.e(0)
        var base: Set<UserID> = ["from a", "from b"]
        var isBaseChanged = false
        var overlay = PendingOverlay<Set<UserID>>()

        mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

        mutating func key() -> String { "key \(draw(12))" }

        mutating func event(action: String? = nil) -> LogEvent {
            let id = ["a", "b", "c", "d"][draw(4)]
            switch draw(6) {
            case 0: return .hidden(id, action: action)
            case 1, 2: return .gone(id, action: action)
            default: return .sent(Letter(id), action: action)
            }
        }

        mutating func events(_ count: Int) -> [LogEvent] { (0..<draw(count)).map { _ in event() } }
    }

    private static func key(_ text: String) -> IdempotencyKey { IdempotencyKey(rawValue: text) }

    /// Shows or hides the sender of a letter.
    private static func fold(_ event: LogEvent, _ people: inout Set<UserID>) -> Bool {
        guard let subject = event.subject else { return false }
        return event.kind == .letterSent ? people.insert(subject).inserted : people.remove(subject) != nil
    }

    private func step(_ world: inout World) {
        let key = world.key()
        switch world.draw(9) {
        case 0, 1, 2:
            let events = world.events(3)
            world.pending.begin(Self.key(key), expecting: events)
            world.plain.entries.append(PlainActions.Entry(key: key, events: events))
        case 3:
            let seq = max(0, world.position.seq + world.draw(6) - 2)
            let position = LogPosition(epoch: world.draw(5) == 0 ? "f" : world.position.epoch, seq: seq)
            world.pending.confirm(key, at: position)
            world.plain.confirm(key, at: position)
        case 4, 5:
            let action = world.draw(2) == 0 ? key : nil
            let events = world.events(2) + [world.event(action: action)]
            world.position = world.position.advanced(by: events.count)
            let isSettled = world.pending.settle(by: events, at: world.position)
            let isPlainSettled = world.plain.settle(by: events, at: world.position)
            #expect(isSettled == isPlainSettled)
            for event in events where Self.fold(event, &world.base) { world.isBaseChanged = true }
        case 6:
            let (isRemoved, isPlainRemoved) = (world.pending.remove(Self.key(key)), world.plain.remove(key))
            #expect(isRemoved == isPlainRemoved)
        case 7:
            let (taken, plain) = (world.pending.takeConfirmed(), world.plain.takeConfirmed())
            #expect(taken.map(\.kind) == plain.map(\.kind) && taken.map(\.subject) == plain.map(\.subject))
        default:
            guard world.draw(4) == 0 else { return }
            world.position = LogPosition(epoch: world.position.epoch == "e" ? "f" : "e", seq: world.draw(20))
        }
    }

    private func check(_ world: inout World) {
        let (pending, plain) = (world.pending, world.plain)
        #expect(pending.isEmpty == plain.entries.allSatisfy(\.events.isEmpty))
        let keys = (0..<12).map { "key \($0)" }
        let begun = Set(plain.entries.map(\.key))
        #expect(keys.filter { pending.contains(Self.key($0)) } == keys.filter { begun.contains($0) })
        let confirmed = Set(plain.entries.filter { $0.effect != nil }.map(\.key))
        #expect(keys.filter { pending.isConfirmed(Self.key($0)) } == keys.filter { confirmed.contains($0) })
        // The value can be newer than the log.
        let at = world.position.advanced(by: world.draw(3))
        let missing = plain.events(missingAt: at)
        let people: [UserID] = ["from a", "from b", "from c", "from d"]
        let hidden = Set(missing.filter { $0.kind == .personHidden }.compactMap(\.subject))
        #expect(people.filter { pending.isHiding($0, at: at) } == people.filter { hidden.contains($0) })
        let before = world.overlay.value ?? world.base
        let wasChanged = world.isBaseChanged
        let hasChanged = world.overlay.update(
            world.base, isChanged: world.isBaseChanged, by: pending, at: at, fold: Self.fold)
        world.isBaseChanged = false
        let expected = missing.reduce(into: world.base) { _ = Self.fold($1, &$0) }
        #expect((world.overlay.value ?? world.base) == expected)
        #expect(hasChanged || wasChanged || before == expected)
    }

    @Test func `random actions have the same effects as with a search of all entries`() {
        for seed in 0..<200 as Range<UInt64> {
            var world = World(random: .seeded(seed))
            for _ in 0..<80 {
                step(&world)
                // A value may miss any number of changes before its next update.
                if world.draw(3) > 0 { check(&world) }
            }
            check(&world)
        }
    }

    @Test func `an overlay that has missed thousands of changes has the effects of the remaining actions`() {
        var (pending, overlay) = (PendingActions(), PendingOverlay<Set<UserID>>())
        pending.begin(Self.key("kept"), expecting: [.sent(Letter("a"))])
        pending.begin(Self.key("failed"), expecting: [.sent(Letter("b"))])
        _ = overlay.update([], isChanged: false, by: pending, at: .e(0), fold: Self.fold)
        #expect(overlay.value == ["from a", "from b"])
        pending.remove(Self.key("failed"))
        for number in 0..<3_000 {
            pending.begin(Self.key("\(number)"), expecting: [.gone("c")])
            pending.remove(Self.key("\(number)"))
        }
        let hasChanged = overlay.update([], isChanged: false, by: pending, at: .e(0), fold: Self.fold)
        #expect(hasChanged && overlay.value == ["from a"])
    }

    @Test func `ten thousand queued actions without effect on a value are each folded once`() {
        var (pending, overlay, folds) = (PendingActions(), PendingOverlay<Set<UserID>>(), 0)
        func update() {
            let hasChanged = overlay.update(["from a"], isChanged: false, by: pending, at: .e(0)) { event, people in
                folds += 1
                return Self.fold(event, &people)
            }
            #expect(!hasChanged && overlay.value == nil)
        }
        for number in 0..<10_000 {
            pending.begin(Self.key("\(number)"), expecting: [.gone("x")])
            update()
        }
        for number in 0..<10_000 {
            pending.settle(by: [.gone("x", seq: number + 1, action: "\(number)")], at: .e(number + 1))
            update()
        }
        #expect(folds == 10_000 && pending.isEmpty)
    }

    @Test func `ten thousand queued actions with an effect on a value are each folded once when they begin`() {
        var (pending, overlay, folds) = (PendingActions(), PendingOverlay<Set<UserID>>(), 0)
        for number in 0..<10_000 {
            pending.begin(Self.key("\(number)"), expecting: [.sent(Letter("\(number)"))])
            let hasChanged = overlay.update([], isChanged: false, by: pending, at: .e(0)) { event, people in
                folds += 1
                return Self.fold(event, &people)
            }
            #expect(hasChanged)
        }
        #expect(folds == 10_000 && overlay.value?.count == 10_000)
    }
}
