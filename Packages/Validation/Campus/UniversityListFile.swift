public import Foundation
public import OrbitModels

extension CampusRegistry {
    /// The maximum size of a list: 16 MiB. The published list has 2.3 MB.
    public static let listBytes = 16 * 1_024 * 1_024
    /// The maximum number of entries of a list. The published list has 10,000.
    static let listEntries = 100_000

    /// Decodes the university-domains list (Hipo) from a file; see ``universities(fromJSON:)``. It reads at most one
    /// byte more than ``listBytes``.
    ///
    /// - Throws: ``ValidationError/unreadableUniversityList`` or ``ValidationError/universityListTooLarge(maxBytes:)``.
    public static func universities(at file: URL) throws(ValidationError) -> LossyList<University> {
        let data: Data
        do {
            let handle = try FileHandle(forReadingFrom: file)
            defer { try? handle.close() }  // the file was only read
            data = try handle.read(upToCount: listBytes + 1) ?? Data()
        } catch {
            throw .unreadableUniversityList
        }
        return try universities(fromJSON: data)
    }

    /// Decodes the university-domains list (Hipo), a JSON array with the members `name`, `country`, `alpha_two_code`,
    /// `domains` and `web_pages`. Other members are ignored, and broken elements are quarantined.
    ///
    /// - Throws: ``ValidationError/unreadableUniversityList`` if the data is not a JSON array.
    ///   ``ValidationError/universityListTooLarge(maxBytes:)`` if it has more than ``listBytes`` or 100,000 entries.
    public static func universities(fromJSON data: Data) throws(ValidationError) -> LossyList<University> {
        guard data.count <= listBytes, entries(in: data) <= listEntries else {
            throw .universityListTooLarge(maxBytes: listBytes)
        }
        do {
            return try OrbitJSON.decoder.decode(LossyList<University>.self, from: data)
        } catch {
            throw .unreadableUniversityList
        }
    }

    /// Returns an upper bound of the number of elements in a JSON array, without decoding it.
    private static func entries(in json: Data) -> Int {
        var (depth, commas, isInString, isEscaped) = (0, 0, false, false)
        for byte in json {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 1: commas += 1
            default: break
            }
        }
        return commas + 1
    }
}
