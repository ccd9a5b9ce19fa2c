import Foundation
import TimeAndChance

#if canImport(Glibc)
    import Glibc
#endif

/// Returns the result of `work` and its duration in milliseconds.
func milliseconds<Result>(_ work: () throws -> Result) rethrows -> (result: Result, time: Double) {
    let clock = SystemClock()
    let start = clock.uptime
    let result = try work()
    return (result, (clock.uptime - start) / .milliseconds(1))
}

/// The resources that the process has used so far.
struct ResourceUsage {
    /// The maximum memory held at any time, in megabytes of 10^6 bytes.
    let maximumResidentMegabytes: Double
    /// The processor time in the process's own code and in the kernel.
    let processorSeconds: Double

    /// The memory held now, in megabytes of 10^6 bytes. On a system that does not report it, the maximum so far.
    static var residentMegabytes: Double {
        // The second number is in pages. Other systems do not have the file.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            .dropFirst().first.flatMap { Double($0) }
        return pages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) / 1e6 } ?? now.maximumResidentMegabytes
    }

    static var now: ResourceUsage {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let unit = 1_024.0  // Linux counts kilobytes
        #else
            getrusage(RUSAGE_SELF, &usage)
            let unit = 1.0
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return ResourceUsage(
            maximumResidentMegabytes: Double(usage.ru_maxrss) * unit / 1e6,
            processorSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
    }
}
