import Observation
import Presentation
import Testing

@Suite @MainActor struct ChangesTests {
    @MainActor @Observable final class ObservedCount {
        var count = 0
    }

    @MainActor final class EvaluationCount {
        var value = 0
    }

    @Test func `a loop over changes receives the current value and each change`() async {
        let model = ObservedCount()
        var seen: [Int] = []
        for await count in changes(of: { model.count }) {
            seen.append(count)
            if count == 3 { break }
            model.count += 1
        }
        #expect(seen == [0, 1, 2, 3])
    }

    @Test func `a change from another task while the loop waits gives a value`() async {
        let model = ObservedCount()
        var seen: [Int] = []
        for await count in changes(of: { model.count }) {
            seen.append(count)
            if count == 2 { break }
            Task { model.count += 1 }
        }
        #expect(seen == [0, 1, 2])
    }

    @Test func `changes during the body of the loop give the latest value`() async {
        let model = ObservedCount()
        var seen: [Int] = []
        for await count in changes(of: { model.count }) {
            seen.append(count)
            if count == 7 { break }
            for next in 5...7 { model.count = next }
        }
        #expect(seen == [0, 7])
    }

    @Test func `a change to an equal value gives nothing`() async {
        let model = ObservedCount()
        var seen: [Int] = []
        for await tens in changes(of: { model.count / 10 }) {
            seen.append(tens)
            if tens == 2 { break }
            Task {
                model.count = 5
                Task { model.count = 20 }
            }
        }
        #expect(seen == [0, 2])
    }

    @Test func `a missing value is reported like any other value`() async {
        let model = ObservedCount()
        var seen: [Int?] = []
        for await count in changes(of: { () -> Int? in model.count == 0 ? nil : model.count }) {
            seen.append(count)
            if count != nil { break }
            model.count = 1
        }
        #expect(seen == [nil, 1])
    }

    @Test func `a cancelled loop ends without another value and releases the model`() async {
        var model: ObservedCount? = ObservedCount()
        weak let released = model
        let (counts, arrival) = AsyncStream.makeStream(of: Int?.self)
        let values = changes(of: { [model] in model?.count })
        let loop = Task {
            for await count in values { arrival.yield(count) }
            arrival.finish()
        }
        for await count in counts {
            #expect(count == 0)
            break
        }
        model = nil
        #expect(released != nil)
        loop.cancel()
        await loop.value
        #expect(released == nil)
        for await count in counts { Issue.record("another value: \(String(describing: count))") }
    }

    @Test func `a loop in a cancelled task evaluates nothing`() async {
        let (model, evaluations) = (ObservedCount(), EvaluationCount())
        let values = changes(of: { () -> Int in
            evaluations.value += 1
            return model.count
        })
        let loop = Task {
            var seen: [Int] = []
            for await count in values { seen.append(count) }
            return seen
        }
        loop.cancel()
        let seen = await loop.value
        #expect(seen.isEmpty && evaluations.value == 0)
    }
}
