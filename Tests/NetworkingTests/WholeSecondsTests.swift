import Foundation
import Testing

@testable import Networking

@Suite struct WholeSecondsTests {
    @Test(arguments: [
        (Duration.seconds(600), 600.0), (.milliseconds(1_001), 2), (.seconds(1), 1), (.milliseconds(1), 1),
        (.zero, 1), (.seconds(-5), 1), (.seconds(86_400), 86_400), (.seconds(Int64.max), 86_400),
    ])
    func `a timeout is rounded up to whole seconds, from a second to a day`(timeout: Duration, seconds: Double) {
        #expect(timeout.inWholeSeconds == seconds)
    }
}
