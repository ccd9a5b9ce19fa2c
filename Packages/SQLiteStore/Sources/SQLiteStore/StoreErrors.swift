import GRDB
import OrbitStore

/// Converts all errors of `body` to `StoreError`.
func storeErrors<Result>(_ body: () throws -> Result) throws(StoreError) -> Result {
    do {
        return try body()
    } catch let error as StoreError {
        throw error
    } catch let error as DatabaseError {
        throw StoreError(error)
    } catch {
        throw .unavailable
    }
}

/// Converts errors of SQLite to `StoreError`, and rethrows the caller's own errors.
func storeErrors<Result>(keepingOthers: Void, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as DatabaseError {
        throw StoreError(error)
    }
}

extension StoreError {
    init(_ error: DatabaseError) {
        switch error.extendedResultCode {
        case .SQLITE_READONLY_DBMOVED: self = .damaged  // the file was removed while it was open
        default:
            switch error.resultCode {
            case .SQLITE_FULL: self = .full
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .readOnly
            // This module's statements cause `SQLITE_ERROR` only if a table or column is missing or exists already.
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: self = .damaged
            default: self = .unavailable
            }
        }
    }
}
