/// An open descriptor, closed when the value goes out of scope.
struct OpenFile: ~Copyable, Sendable {
    let fileSystem: any FileSystem
    let descriptor: Int32

    init(
        _ name: String, in directory: Int32?, for purpose: OpenPurpose, on fileSystem: any FileSystem
    ) throws(SystemError) {
        self.fileSystem = fileSystem
        descriptor = try retrying(try fileSystem.open(name, in: directory, for: purpose))
    }

    deinit { fileSystem.close(descriptor) }

    func status() throws(DurableFileError) -> FileStatus {
        try reporting(try fileSystem.status(of: descriptor))
    }

    func synchronize() throws(SystemError) {
        try fileSystem.synchronize(descriptor)
    }

    /// Reads `size` bytes, but at most `limit + 1`. The file must not grow.
    func readAll(size: Int64, limit: Int) throws(DurableFileError) -> [UInt8] {
        let end = Int(min(max(size, 0), Int64(limit) + 1))
        var bytes: [UInt8] = []
        while bytes.count < end {
            let missing = end - bytes.count
            let chunk = try reporting(try retrying(try fileSystem.read(descriptor, upTo: min(missing, 65_536))))
            if chunk.isEmpty { break }
            bytes.append(contentsOf: chunk)
        }
        return bytes
    }

    func writeAll(_ bytes: [UInt8]) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try retrying(try fileSystem.write(rest, to: descriptor))
            guard count > 0 else { throw .deviceFailed }
            rest = rest.dropFirst(count)
        }
    }
}

/// Repeats a call that a signal interrupted before it had an effect. Do not use it to synchronize: after a failed call
/// it is unknown which bytes are on the disk.
func retrying<Result>(_ call: @autoclosure () throws(SystemError) -> Result) throws(SystemError) -> Result {
    while true {
        do {
            return try call()
        } catch .interrupted {
            continue
        }
    }
}

/// Wraps a system error in ``DurableFileError/unavailable(_:)``.
func reporting<Result: ~Copyable>(_ call: @autoclosure () throws(SystemError) -> Result) throws(DurableFileError)
    -> Result
{
    do {
        return try call()
    } catch {
        throw .unavailable(error)
    }
}
