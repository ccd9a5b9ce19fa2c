import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// The resources that this process uses.
enum ResourceUsage {
    /// The memory held now, in bytes. It is 0 on a system without `/proc`.
    static var residentBytes: Double {
        // The second number of the file is in pages.
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
            .dropFirst().first.flatMap { Double($0) }
        return pages.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) } ?? 0
    }

    /// The processor time so far, in the process's own code and in the kernel.
    static var processorSeconds: Double {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        return [usage.ru_utime, usage.ru_stime].reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
}
