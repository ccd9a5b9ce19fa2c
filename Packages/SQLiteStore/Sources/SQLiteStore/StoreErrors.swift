import GRDB
import OrbitStore

/// Says in the words of a store why SQLite has failed.
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

/// The same for a body of the store's user, whose own errors stay.
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
        case .SQLITE_READONLY_DBMOVED: self = .damaged  // the file was removed under the process
        default:
            switch error.resultCode {
            case .SQLITE_FULL: self = .full
            case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH: self = .readOnly
            // Of our statements, the last says that a table or a column is not there, or is there already.
            case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR: self = .damaged
            default: self = .unavailable
            }
        }
    }
}
