import Foundation
import Testing

@testable import Presentation

@Suite struct LoadStateTests {
    @Test func `what was there stays while something newer is awaited`() {
        let state = LoadState.loading(previous: [1, 2])
        #expect(state.value == [1, 2])
        #expect(state.isLoading)
    }

    @Test func `what was there stays when something newer failed to come`() {
        let state = LoadState.failed(Failure(message: "No network."), previous: [1])
        #expect(state.value == [1])
        #expect(state.failure?.message == "No network.")
    }

    @Test func `a later success leaves no trace of an earlier failure`() {
        var state = LoadState<Int>.failed(Failure(message: "No network."), previous: nil)
        state = .loaded(3)
        #expect(state.failure == nil)
        #expect(state.value == 3)
    }

    @Test func `nothing asked for and nothing found are different`() {
        #expect(LoadState<Int>.idle != .empty)
        #expect(LoadState<Int>.idle.value == nil)
        #expect(LoadState<Int>.empty.value == nil)
    }

    @Test func `a failure takes the words an error brings along`() {
        struct Full: LocalizedError {
            var errorDescription: String? { "The list is full. Remove one first." }
        }
        #expect(Failure(Full()).message == "The list is full. Remove one first.")
    }

    @Test func `a failure never shows a person the inside of the program`() {
        struct Inside: Error {}
        #expect(Failure(Inside()).message == "Something went wrong on our side. Please try again.")
    }
}

@Suite struct LatestRequestTests {
    @Test func `only the latest of overlapping requests counts`() {
        var requests = LoadCycle.LatestRequest()
        let slow = requests.begin()
        let fast = requests.begin()
        #expect(requests.isCurrent(fast))
        #expect(!requests.isCurrent(slow))
    }
}
