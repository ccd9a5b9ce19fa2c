import Foundation
import Testing

@testable import Presentation

@Suite struct LoadStateTests {
    @Test func `a loading state keeps the previous value`() {
        let state = LoadState.loading(previous: [1, 2])
        #expect(state.value == [1, 2])
        #expect(state.isLoading)
    }

    @Test func `a failed state keeps the previous value`() {
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

    @Test func `a value that was not requested differs from an empty value`() {
        #expect(LoadState<Int>.idle != .empty)
        #expect(LoadState<Int>.idle.value == nil)
        #expect(LoadState<Int>.empty.value == nil)
    }

    @Test func `a screen that appears loads a value that was not requested or that failed to load`() {
        let failure = Failure(message: "No network.")
        #expect(LoadState<Int>.idle.needsLoad)
        #expect(LoadState.failed(failure, previous: 1).needsLoad)
        #expect(!LoadState.loading(previous: 1).needsLoad && !LoadState.loaded(1).needsLoad)
        #expect(!LoadState<Int>.empty.needsLoad)
    }

    @Test func `a failure has the message of its localized error`() {
        struct Full: LocalizedError {
            var errorDescription: String? { "The list is full. Remove one first." }
        }
        #expect(Failure(Full()).message == "The list is full. Remove one first.")
    }

    @Test func `a failure of an internal error has a general message`() {
        struct Inside: Error {}
        #expect(Failure(Inside()).message == "Something went wrong on our side. Please try again.")
    }
}

@Suite struct LatestRequestTests {
    @Test func `only the latest of overlapping requests counts`() {
        var requests = LoadCoordinator.LatestRequest()
        let slow = requests.begin()
        let fast = requests.begin()
        #expect(requests.isCurrent(fast))
        #expect(!requests.isCurrent(slow))
    }
}
