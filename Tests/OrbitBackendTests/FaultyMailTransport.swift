import BackendRuntime
import OrbitBackend
import TimeAndChance

/// The delivery of mails by a test server, with the faults of a mail server. While `fault` is `nil`, it forwards
/// messages to the test server's own mail transport.
final class FaultyMailTransport: Sendable {
    enum Fault: Sendable {
        case refuses, failsAfterAcceptance
        /// Accepts the message, and reports that the acceptance is unknown.
        case losesResponse
        /// Does not return before ``release()``, whether or not it is cancelled.
        case hangs
        /// Does not return before it is cancelled.
        case waits
    }

    struct Failure: Error {}

    private struct State {
        var fault: Fault?
        var attempts: [OutgoingMail] = []
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = LockedState(State())
    private let (hangs, hang) = AsyncStream.makeStream(of: Void.self)
    private let (cancellations, cancellation) = AsyncStream.makeStream(of: Void.self)

    /// Every message that was handed over, accepted or not.
    var attempts: [OutgoingMail] { state.withLock { $0.attempts } }

    var fault: Fault? {
        get { state.withLock { $0.fault } }
        set { state.withLock { $0.fault = newValue } }
    }

    /// Returns once a call hangs or waits.
    func waitForHang() async { _ = await hangs.first { _ in true } }

    /// Returns once a call that waits is cancelled.
    func waitForCancellation() async { _ = await cancellations.first { _ in true } }

    /// Fails all calls that hang.
    func release() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for call in waiting { call.resume() }
    }

    func install(in configuration: inout BackendConfiguration) {
        let accept = configuration.mailTransport
        configuration.mailTransport = { [self] mail in
            let fault = state.withLock { state in
                state.attempts.append(mail)
                return state.fault
            }
            switch fault {
            case nil: try await accept(mail)
            case .refuses: throw Failure()
            case .failsAfterAcceptance:
                try await accept(mail)
                throw Failure()
            case .losesResponse:
                try await accept(mail)
                throw OutgoingMail.UnknownAcceptance()
            case .hangs:
                await withCheckedContinuation { call in
                    state.withLock { $0.waiting.append(call) }
                    hang.yield()
                }
                throw Failure()
            case .waits:
                hang.yield()
                let (never, end) = AsyncStream.makeStream(of: Never.self)
                for await _ in never {}
                withExtendedLifetime(end) {}
                cancellation.yield()
                throw Failure()
            }
        }
    }
}
