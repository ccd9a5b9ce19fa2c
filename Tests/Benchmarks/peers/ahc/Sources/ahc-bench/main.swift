import AsyncHTTPClient
import Foundation

/// `ahc-bench PORT REQUESTS INFLIGHT` does the same as `orbit-bench http … system-alone`. It collects the body without
/// decoding it.
let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
guard numbers.count == 3, numbers.allSatisfy({ $0 > 0 }) else {
    print("usage: ahc-bench PORT REQUESTS INFLIGHT")
    exit(64)
}
let (port, requests, inFlight) = (numbers[0], numbers[1], numbers[2])
let url = "http://127.0.0.1:\(port)/users/me"

func processorSeconds() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
        getrusage(RUSAGE_SELF, &usage)
    #endif
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

func perform(_ requests: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in 0..<inFlight {
            let share = requests / inFlight + (worker < requests % inFlight ? 1 : 0)
            group.addTask {
                for _ in 0..<share {
                    let response = try await HTTPClient.shared.execute(
                        HTTPClientRequest(url: url), timeout: .seconds(15))
                    let body = try await response.body.collect(upTo: 1 << 20)
                    guard response.status == .ok, body.readableBytes > 0 else { throw URLError(.badServerResponse) }
                }
            }
        }
        try await group.waitForAll()
    }
}

try await perform(max(inFlight, requests / 10))  // opens the connections, fills the caches
let before = processorSeconds()
try await perform(requests)
let cpu = (processorSeconds() - before) / Double(requests) * 1e6
print(
    #"{"impl":"async-http-client","requests":\#(requests),"inflight":\#(inFlight),"#
        + #""cpu_us_per_req":\#((cpu * 10).rounded() / 10)}"#)
